// Queries for what a user sees on a page: visible elements, their names, and where to click.
globalThis.queries = {
  visible(element) {
    if (!element?.isConnected || !element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false;
    const box = element.getBoundingClientRect();
    return box.width > 0 && box.height > 0;
  },

  text(element) {
    return (element.innerText || element.value || "").replace(/\s+/g, " ").trim();
  },

  // The name of an element, without an icon in front of it.
  name(element) {
    return (element.getAttribute("aria-label") || queries.text(element)).replace(/^[^\p{L}\p{N}]+/u, "");
  },

  // Visible elements of a kind in reading order, optionally only those with a name.
  all(selector, name = null) {
    return [...document.querySelectorAll(selector)].filter((element) => queries.visible(element)
      && (name === null || queries.name(element) === name));
  },

  last(selector, name = null) {
    return queries.all(selector, name).at(-1);
  },

  // The texts of visible elements, or null if there are none.
  texts(selector) {
    const texts = queries.all(selector).map(queries.text);
    return texts.length ? texts : null;
  },

  // The first line of an open list that contains this text.
  suggestion(part) {
    return queries.all("[role=option]").find((option) => queries.text(option).includes(part));
  },

  // A line of a menu that was opened. The page closes a menu that moves out of view while pictures load; it is then opened
  // again, as a user would.
  lineOfMenu(trigger, part) {
    const line = queries.suggestion(part);
    if (!line && trigger()?.getAttribute("aria-expanded") === "false") trigger().click();
    return line;
  },

  // The lowest public message whose picture has loaded, unless it is already known.
  board(known) {
    const messages = queries.all(".channel-message:has(img.attachment-image):not(:has(.message-ephemeral-note))");
    const message = messages.at(-1);
    const picture = message?.querySelector("img.attachment-image");
    if (!message || message.dataset.messageId === known || !picture.naturalWidth || !queries.visible(picture)) return null;
    const inside = (selector) => queries.all(selector).filter((element) => message.contains(element)).map(queries.name);
    return {
      id: message.dataset.messageId,
      text: queries.text(message),
      alt: picture.alt,
      width: picture.naturalWidth,
      mentioned: inside(".mention"),
      buttons: inside(".component-button"),
      menus: inside(".select-trigger"),
    };
  },

  // The middle of an element if it is visible and a click there reaches an enabled element, else null.
  spot(element) {
    if (!queries.visible(element) || element.disabled || element.getAttribute("aria-disabled") === "true") return null;
    const box = element.getBoundingClientRect();
    const x = box.x + box.width / 2;
    const y = box.y + box.height / 2;
    const hit = document.elementFromPoint(x, y);
    if (hit && (element.contains(hit) || hit.contains(element))) return { x, y };
    queries.inTheWay = `at ${x}, ${y} of ${innerWidth} × ${innerHeight}: ${hit ? hit.outerHTML.slice(0, 200) : "nothing"}`;
    return null;
  },

  // The element that covered the last target, for the message of a failing test.
  inTheWay: null,

  // The same, as soon as it stops moving.
  async steadySpot(find) {
    const before = queries.spot(find());
    await queries.nextFrame();
    await queries.nextFrame();
    queries.aim = find;
    const after = queries.spot(find());
    return before && after && before.x === after.x && before.y === after.y ? after : null;
  },

  // Finds the target of a click, and whether the last click hit it. The page may replace the element between search and
  // click, so it is searched again at the time of the click: a redrawn list has another element for the same line.
  aim: null,
  hit: false,

  // The top of the lowest element of a kind and name.
  top(selector, name = null) {
    return queries.last(selector, name).getBoundingClientRect().top;
  },

  // How far the channel is scrolled up, in pixels.
  distanceToEnd() {
    const timeline = document.getElementById("channel-timeline");
    return timeline.scrollHeight - timeline.scrollTop - timeline.clientHeight;
  },

  nextFrame() {
    return new Promise((resolve) => requestAnimationFrame(resolve));
  },

  // Looking at every frame would cost more than what the page and the bot do meanwhile.
  async until(condition) {
    for (;;) {
      const value = await condition();
      if (value) return value;
      await new Promise((resolve) => setTimeout(resolve, 150));
    }
  },
};

addEventListener("click", (event) => (queries.hit = event.composedPath().includes(queries.aim?.())), { capture: true });
