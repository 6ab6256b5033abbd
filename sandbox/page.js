// Makes SimCord's page behave more like Discord.

const timeline = document.getElementById("channel-timeline");
const list = document.getElementById("channel-message-list");

// ---------------------------------------------------------------------------------------------------------------------
// Keeps the newest message in view, also when pictures load later, unless the user has scrolled up. SimCord's page loses
// the end of the channel when a picture loads after its message.

const SCROLL_KEYS = new Set(["ArrowUp", "ArrowDown", "PageUp", "PageDown", "Home", "End", " "]);
const ROUNDING_PX = 2;
let following = true;

const isAtEnd = () => timeline.scrollHeight - timeline.scrollTop - timeline.clientHeight <= ROUNDING_PX;
const letGo = () => { following = false; };
const follow = () => {
  following = true;
  timeline.scrollTop = timeline.scrollHeight;
};
const keepUp = () => { if (following && !isAtEnd()) follow(); };

timeline.addEventListener("wheel", letGo, { passive: true });
timeline.addEventListener("touchmove", letGo, { passive: true });
timeline.addEventListener("keydown", (event) => { if (SCROLL_KEYS.has(event.key)) letGo(); });
// A press on the channel itself is on its scroll bar; a press on a message does not scroll.
timeline.addEventListener("pointerdown", (event) => { if (event.target === timeline) letGo(); });
timeline.addEventListener("scroll", () => {
  if (isAtEnd()) following = true;
  else keepUp();
}, { passive: true });
document.getElementById("new-messages").addEventListener("click", follow);
document.getElementById("viewer-picker").addEventListener("change", follow);

// ---------------------------------------------------------------------------------------------------------------------
// Keeps the height of a message while its content is replaced. Opening a menu replaces the content of every message, and
// for a moment there are no pictures. When they return, they would push the menu out of view, which closes it.

const QUIET_MS = 500;
let releasing = 0;

const keepGrown = new ResizeObserver((changes) => {
  for (const { target: message } of changes) {
    if (message.offsetHeight > (parseFloat(message.style.minHeight) || 0)) message.style.minHeight = `${message.offsetHeight}px`;
  }
});

function releaseSoon() {
  clearTimeout(releasing);
  releasing = setTimeout(() => {
    const messages = [...list.querySelectorAll(".channel-message")];
    for (const message of messages) message.style.minHeight = "";
    const heights = messages.map((message) => message.offsetHeight);
    messages.forEach((message, index) => { message.style.minHeight = `${heights[index]}px`; });
  }, QUIET_MS);
}

new MutationObserver(() => {
  for (const message of list.querySelectorAll(".channel-message")) keepGrown.observe(message);
  releaseSoon();
}).observe(list, { childList: true, subtree: true });

const sizes = new ResizeObserver(() => {
  keepUp();
  releaseSoon();
});
sizes.observe(list);
sizes.observe(timeline);
