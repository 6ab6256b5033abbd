// What a person can tell by looking at a page: what is visible, what it is called, where to click it.
globalThis.eyes = {
  visible(element) {
    if (!element?.isConnected || !element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false;
    const box = element.getBoundingClientRect();
    return box.width > 0 && box.height > 0;
  },

  text(element) {
    return (element.innerText || element.value || "").replace(/\s+/g, " ").trim();
  },

  // Visible elements of a kind, in reading order; with a name, only those that are called so.
  all(selector, name = null, root = document) {
    return [...root.querySelectorAll(selector)].filter((element) => eyes.visible(element)
      && (name === null || (element.getAttribute("aria-label") || eyes.text(element)) === name));
  },

  last(selector, name = null, root = document) {
    return eyes.all(selector, name, root).at(-1);
  },

  // The middle of an element if a click there would reach it and do something, else null; scrolls to it first.
  spot(element) {
    if (!eyes.visible(element) || element.disabled || element.getAttribute("aria-disabled") === "true") return null;
    element.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    const box = element.getBoundingClientRect();
    const x = box.x + box.width / 2;
    const y = box.y + box.height / 2;
    const hit = document.elementFromPoint(x, y);
    return hit && (element.contains(hit) || hit.contains(element)) ? { x, y } : null;
  },

  async until(condition) {
    for (;;) {
      const value = condition();
      if (value) return value;
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
  },
};
