// Speaks for a panel: names what ipywidgets leaves nameless. All that it
// knows it reads from the page, so the panel works without it, unnamed.

const set = (node, name, value) => {
  if (node.getAttribute(name) !== value) node.setAttribute(name, value);
};
const text = node => node?.textContent.trim().replace(/\s+/g, " ") ?? "";

// These keys belong to the control; all others stay the notebook's shortcuts.
// The mark stands on the very element that has the focus: some shortcuts ask
// for that element before they look at what holds it.
const MOVES = /^(Arrow.*|Page.*|Home|End)$/;
function keep(event) {
  const control = ".course-explorer :is(.widget-hslider, select)";
  if (event.target.closest?.(control))
    event.target.toggleAttribute("data-lm-suppress-shortcuts",
        MOVES.test(event.key) && !event.ctrlKey && !event.metaKey);
}

function name(panel) {
  const words = JSON.parse(
    panel.querySelector("[data-words]")?.dataset.words ?? "{}");
  for (const row of panel.querySelectorAll(".widget-hslider")) {
    const label = text(row.querySelector(".widget-label"));
    const locked = row.querySelector("[disabled]") !== null;
    for (const handle of row.querySelectorAll(".noUi-handle")) {
      set(handle, "aria-label", label);
      set(handle, "aria-disabled", String(locked));
      if (label in words) set(handle, "aria-valuetext", words[label]);
    }
    const readout = row.querySelector(".widget-readout");
    if (!readout.isContentEditable) continue;
    set(readout, "aria-label", `${label}, as a number`);
    set(readout, "role", "textbox");
  }
  for (const group of panel.querySelectorAll(".widget-toggle-buttons")) {
    set(group, "role", "group");
    set(group, "aria-label", text(group.querySelector(".widget-label")));
    for (const button of group.querySelectorAll("button"))
      set(button, "aria-pressed",
          String(button.classList.contains("mod-active")));
  }
}

function render({ el }) {
  const status = document.createElement("div");
  status.setAttribute("role", "status");
  status.className = "course-spoken";
  el.append(status, enlargeButton(
    () => panel.querySelector(".course-body > .widget-gridbox")));
  enlargePictures();
  let panel, observer, said, verdict, hush;
  const look = () => {
    name(panel);
    const now = text(panel.querySelector(".course-sentence"));
    if (said !== undefined && now !== said) {
      status.textContent = now;
      // Once it is heard it goes: the sentence stands below the picture.
      clearTimeout(hush);
      hush = setTimeout(() => { status.textContent = ""; }, 2000);
    }
    said = now;
    const told = panel.querySelector(".course-verdict");
    // The button that had the focus is gone; go on from the verdict.
    if (verdict === null && told) told.focus({ preventScroll: true });
    verdict = told;
  };
  const start = () => {
    panel = el.closest(".course-explorer");
    if (!panel) return void (waiting = requestAnimationFrame(start));
    observer = new MutationObserver(look);
    observer.observe(panel, {
      childList: true, subtree: true, characterData: true, attributes: true,
      attributeFilter: ["class", "disabled", "aria-valuetext"],
    });
    look();
  };
  let waiting = requestAnimationFrame(start);
  window.addEventListener("keydown", keep, true);
  return () => {
    window.removeEventListener("keydown", keep, true);
    cancelAnimationFrame(waiting);
    clearTimeout(hush);
    observer?.disconnect();
  };
}

export default { render };
