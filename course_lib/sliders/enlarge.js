// A click or a tap on a picture shows it large, in a notebook and in the book;
// so does Enter. Escape, or another click, closes it. The large picture is
// never smaller than it was drawn: on a narrow screen it scrolls.

const STILLS = ".jp-OutputArea-output img[alt], .cell_output img[alt]";
const PICTURES = `${STILLS}, .course-cuts, .recorded-picture, ` +
  ".course-body > .widget-gridbox";
const LARGE = `
.course-large {
  max-width: 100vw; max-height: 100vh; padding: 0; border: 0; overflow: auto;
  background: white; cursor: zoom-out; overscroll-behavior: contain;
}
.course-large::backdrop { background: rgb(0 0 0 / .7); }
.course-large > button {
  position: fixed; top: 8px; right: 8px; padding: 4px 12px; font: inherit;
  background: white; color: black; border: 1px solid #595959;
  border-radius: 4px;
}
.course-large > div { display: grid; }
.course-large > div > * { grid-area: 1 / 1; }
.course-large :is(img, svg) {
  display: block; height: auto; max-width: none !important;
  max-height: none !important; filter: none !important;
}
.course-large img { width: 100%; }
.course-large :is(.course-parts, .recorded-picture) {
  display: flex; flex-direction: row; filter: none; max-width: none !important;
}
${STILLS}, .course-cuts, .recorded-picture, .course-parts { cursor: zoom-in; }
.course-enlarge:not(:focus) {
  position: absolute; width: 1px; height: 1px; overflow: hidden;
  clip-path: inset(50%); white-space: nowrap;
}
`;

// Width and height of what is drawn, in pixels of a page.
function drawnSize(drawn) {
  if (drawn.matches("img"))
    return [drawn.width, drawn.naturalHeight / drawn.naturalWidth];
  const boxes = [...drawn.querySelectorAll("svg")].map(
    each => each.viewBox.baseVal);
  const wide = boxes.reduce((sum, box) => sum + box.width, 0);
  return [wide * 4 / 3, boxes[0].height / wide];
}

function enlarge(picture) {
  if (picture.matches(".course-cuts")) picture = picture.previousElementSibling;
  const parts = [...picture.querySelectorAll(".course-parts")];
  const shown = parts.length ? parts : [picture];
  const [drawn, ratio] = drawnSize(shown[0]);
  const large = Math.max(Math.min(innerWidth, innerHeight / ratio),
    Number(picture.getAttribute("width")) || drawn);
  const made = tag => document.createElement(tag);
  const dialog = made("dialog"), room = made("div"), close = made("button");
  room.style.width = `${Math.floor(large)}px`;
  room.append(...shown.map(each => each.cloneNode(true)));
  for (const each of room.querySelectorAll("[tabindex]")) {
    each.removeAttribute("tabindex");
    each.removeAttribute("role");
  }
  close.textContent = "Close";
  dialog.className = "course-large";
  dialog.setAttribute("aria-label", "The picture, enlarged");
  dialog.append(room, close);
  dialog.addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

// For a panel's picture, which is no button: the keyboard's way to it.
function enlargeButton(find) {
  const made = document.createElement("button");
  made.type = "button";
  made.className = "course-enlarge";
  made.textContent = "Enlarge the picture";
  made.addEventListener("click", () => enlarge(find()));
  return made;
}

// Once a page: pictures answer to a click, and those that stand still can be
// reached by the Tab key. Some come later, when a cell has run.
function enlargePictures() {
  if (document.querySelector("#course-large")) return;
  const style = document.createElement("style");
  style.id = "course-large";
  style.textContent = LARGE;
  document.head.append(style);
  let waiting = null;
  const mark = () => {
    waiting = null;
    for (const each of document.querySelectorAll(STILLS)) {
      if (each.tabIndex === 0) continue;
      each.tabIndex = 0;
      each.setAttribute("role", "button");
      each.setAttribute("aria-haspopup", "dialog");
    }
  };
  mark();
  new MutationObserver(() => { waiting ??= setTimeout(mark, 500); })
    .observe(document.body, { childList: true, subtree: true });
  document.addEventListener("click", event => {
    const picture = event.target.closest?.(PICTURES);
    if (picture && !event.target.closest(
        "a, .course-sentence, .course-large"))
      enlarge(picture);
  });
  window.addEventListener("keydown", event => {
    const there = event.target.matches?.(STILLS);
    if (event.key !== "Enter" || !there) return;
    event.preventDefault();
    event.stopPropagation();
    enlarge(event.target);
  }, true);
}
