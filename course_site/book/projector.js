// The head of a page to project, and its keys, with a kernel and without.
// The script of the page says what turning to panel k does.

const KEYS = "N or Page Down: next. P or Page Up: back. U: unlock, then " +
  "reveal. F: full screen, where this line goes.";
// What a control needs; the notebook's shortcuts hear no other key from here.
const OWN = /^(Arrow.*|Home|End|Enter|Tab|Escape|Shift| )$/;

function projector(titles, sections, turn) {
  const made = (tag, words, more = {}) => Object.assign(
    document.createElement(tag), { textContent: words, ...more });
  const heading = made("h2", "", { tabIndex: -1 });
  const where = made("select", "", { ariaLabel: "Go to" });
  where.append(...titles.map((title, k) =>
    made("option", `${title.slice(0, 2)} ${sections[k]}`)));
  const head = made("div", "", { className: "course-head" });
  const room = () => head.closest(".course-classroom");
  const back = made("button", "Back (P)",
    { onclick: () => turn(where.selectedIndex - 1) });
  const next = made("button", "Next (N)",
    { onclick: () => turn(where.selectedIndex + 1) });
  const fill = made("button", "Fill the screen (F)", {
    className: "course-fill", onclick: () =>
      filled() ? document.exitFullscreen() : room().requestFullscreen() });
  where.onchange = () => turn(where.selectedIndex);
  head.append(heading, where, back, next, fill, made("p", KEYS));

  const filled = () => document.fullscreenElement === room();
  const presses = { n: next, PageDown: next, p: back, PageUp: back, f: fill };
  function keydown(event) {
    const typed = event.key.length === 1 && event.target.isContentEditable;
    if (typed || event.ctrlKey || event.metaKey || event.altKey) return;
    const mine = event.target === document.body  // nothing has the focus
      || room()?.contains(event.target);
    if (!filled() && !mine) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (!presses[key]) touched = true;
    const button = key === "u" ? room().querySelector(".course-skip")
                               : presses[key];
    if (button) event.preventDefault();
    if (button || !OWN.test(key)) event.stopPropagation();
    if (!event.repeat) button?.click();
  }
  window.addEventListener("keydown", keydown, true);

  // The picture takes what its panel leaves of the screen: beside what is
  // asked, or above it, where a wide picture becomes larger.
  let tall = 0, picture = null, touched = false;
  const shrink = () => {
    const all = room();
    if (!picture || !filled()) return;
    do all.style.setProperty("--tall", `${tall}vh`);
    while (all.scrollHeight > all.clientHeight && (tall -= 1) > 30);
  };
  const grow = () => {
    const found = ["", "course-wide"].map(layout => {
      room()?.classList.toggle("course-wide", layout !== "");
      tall = 72;
      shrink();
      return [picture?.getBoundingClientRect().width, tall];
    });
    const beside = !(found[1][0] > found[0][0]);
    room()?.classList.toggle("course-wide", !beside);
    tall = found[beside ? 0 : 1][1];
    shrink();
  };
  // A panel comes piece by piece; once it is touched its layout stays.
  const sizes = new ResizeObserver(() => touched ? shrink() : grow());
  const touch = ({ target }) => { touched ||= !head.contains(target); };
  window.addEventListener("pointerdown", touch, true);
  const look = () => {
    const now = room()?.querySelector(".course-parts, .recorded-picture");
    if (!now || now === picture) return;
    picture = now;
    touched = false;
    sizes.disconnect();
    for (const each of room().children) sizes.observe(each);
    grow();
  };
  const follow = new MutationObserver(look);
  const begin = () => {
    if (!room()) return;
    follow.observe(room(), { childList: true, subtree: true });
    look();
    grow();
  };
  window.addEventListener("resize", grow);
  document.addEventListener("fullscreenchange", begin);
  return {
    head,
    show(k, focus = true) {
      heading.textContent = titles[k];
      heading.ariaLabel = `${k + 1} of ${titles.length}: ${titles[k]}`;
      where.selectedIndex = k;
      back.disabled = k === 0;
      next.disabled = k === titles.length - 1;
      if (focus) heading.focus();
    },
    stop() {
      window.removeEventListener("keydown", keydown, true);
      window.removeEventListener("pointerdown", touch, true);
      window.removeEventListener("resize", grow);
      document.removeEventListener("fullscreenchange", begin);
      follow.disconnect();
      sizes.disconnect();
    },
  };
}

function render({ model, el }) {
  const turn = k => {
    model.set("index", k);
    model.save_changes();
  };
  const { head, show, stop } =
    projector(model.get("titles"), model.get("sections"), turn);
  const follow = () => show(model.get("index"));
  model.on("change:index", follow);
  el.append(head);
  show(model.get("index"), false);
  // Its cell was run just now, and the notebook takes the focus once more.
  setTimeout(() => head.querySelector("h2").focus({ preventScroll: true }), 500);
  return () => { model.off("change:index", follow); stop(); };
}
