// Says when the Python of a panel is gone. A panel whose Python was restarted,
// or cannot be reached, keeps its place and its last picture; a line says what
// to do, and what would move nothing cannot be pressed.

const SWITCHED_OFF = ".course-controls, .course-choices, .course-head, " +
  ".course-explorer > button";
// A live page has no menus.
const RESTART = document.getElementById("course-restart")
  ? "Press Restart Python above" : "Choose Kernel → Restart Kernel";
const SIGNALS = ["statusChanged", "connectionStatusChanged", "disposed"];
const DEAD = ".jupyter-widgets-disconnected";

function render({ model, el }) {
  let panel, restarted = false, kernel = null, waiting, observer;
  const line = document.createElement("div");
  line.setAttribute("role", "alert");
  el.className = "course-gone";
  el.append(line);

  const what = () => panel.querySelector(".widget-hslider") ? "use the sliders"
    : panel.matches(".course-card") ? "use the buttons" : "use it";
  const words = () => {
    restarted ||= panel.matches(DEAD) || kernel?.isDisposed;
    if (/^(dead|terminating)$/.test(kernel?.status))
      return `Python has stopped. ${RESTART}, then run this cell to ` +
        `${what()} again.`;
    if (restarted)
      return `Python was restarted: run this cell to ${what()} again.`;
    if (/^(connecting|disconnected)$/.test(kernel?.connectionStatus))
      return "Python cannot be reached. If it does not come back by itself, " +
        "reload the page and run this cell.";
    return "";
  };
  const look = () => {
    const said = words();
    if (line.textContent === said) return;
    line.textContent = said;
    panel.classList.toggle("course-stopped", said !== "");
    for (const each of panel.querySelectorAll(SWITCHED_OFF))
      each.inert = said !== "";
  };
  // A kernel that is busy for long loses no connection; one that starts anew
  // says so before it loses it.
  const status = (_, now) => {
    restarted ||= /restarting$/.test(now);
    look();
  };
  const start = () => {
    panel = el.parentElement?.closest(".course-explorer, .course-classroom");
    if (!panel) return void (waiting = requestAnimationFrame(start));
    kernel = model.widget_manager?.kernel ?? null;
    for (const signal of SIGNALS)
      kernel?.[signal]?.connect(status);
    observer = new MutationObserver(look);
    observer.observe(panel, { attributes: true, attributeFilter: ["class"] });
    look();
  };
  start();
  return () => {
    cancelAnimationFrame(waiting);
    observer?.disconnect();
    for (const signal of SIGNALS)
      kernel?.[signal]?.disconnect(status);
  };
}

export default { render };
