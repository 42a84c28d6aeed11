// Plays what recorder.py recorded: no kernel, no mathematics, no libraries.
// A classic script, so that it works in a page opened as a file as well.
"use strict";
window.courseRecordings = {};

// The words of a state are a frame and, behind a zero, its sentence.
function readerOf(data, prefix) {
  return state => {
    const words = data.places.map(k => data.vocabulary[data.columns[k][state]]);
    const [frame, sentence] = words.join("").split("\0");
    return [frame.replace(/(id="|#)x(?=\d)/g, `$1${prefix}x`), sentence];
  };
}

// What a reader answered, where the controls stand and which pages were read
// to their end, in this browser. A frame may forbid it: then nothing is kept.
// Another version, or another question, begins anew.
const memory = (() => {
  const mine = "add-norm-course/1/";
  let store = null;
  try {
    store = window.localStorage;
    store.getItem(mine);
  } catch { /* a sandboxed frame */ }
  const attempt = act => {
    try { return store && act(); } catch { return null; }
  };
  const keys = () => attempt(() =>
    Object.keys(store).filter(key => key.startsWith(mine))) ?? [];
  return {
    works: store !== null,
    get: key => attempt(() => JSON.parse(store.getItem(mine + key))),
    set: (key, value) =>
      attempt(() => store.setItem(mine + key, JSON.stringify(value))),
    empty: () => keys().length === 0,
    forget: () => keys().forEach(key => attempt(() => store.removeItem(key))),
  };
})();
const pageName = path =>
  path.split("/").slice(path.includes("/teaching/") ? -2 : -1).join("/");
const HERE = pageName(location.pathname);

function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes))
    made.setAttribute(name, value);
  made.append(...children);
  return made;
}

function button(words, act, kind = "") {
  const made = element("button", {type: "button", class: kind}, words);
  made.addEventListener("click", act);
  return made;
}

// One control: a native slider or list, with its label and its value.
function controlOf(control, id, moved) {
  const values = control.values;
  const input = control.choice
    ? element("select", {id}, ...values.map((words, k) =>
        element("option", {value: k}, words)))
    : element("input", {id, type: "range", min: 0, max: values.length - 1});
  const value = element("span", {class: "recorded-value", "aria-hidden": "true"});
  const say = () => {
    if (control.choice) return;
    value.textContent = values[input.value];
    input.setAttribute("aria-valuetext", values[input.value]);
  };
  input.addEventListener("input", () => { say(); moved(); });
  const row = element("div", {class: "recorded-control"},
    element("label", {for: id}, control.label), input, value);
  const set = at => { input.value = at; say(); };
  const reset = () => set(control.start);
  reset();
  return {row, input, set, reset};
}

// The question that unlocks the controls. It stays: whoever skips it may
// still choose, or reveal the answer. The choices and whatever may be said take
// the same place, so nothing jumps. What was pressed before is pressed again.
const LOCKED = "Locked until you answer or skip the question.";
const SKIP = "Skip the question", REVEAL = "Reveal the answer";
function questionOf(asked, unlock, before, pressed) {
  const row = element("div", {class: "recorded-choices"});
  const answers = element("div", {class: "recorded-answers"}, row);
  const acts = {};
  const answer = (name, lead, why) => {
    const said = element("div", {role: "status", tabindex: "-1", inert: ""},
      element("b", {}, lead), ...unbroken(why));
    answers.append(said);
    acts[name] = () => {
      row.inert = true;
      said.inert = false;
      unlock();
      return said;
    };
  };
  const press = name => {
    acts[name]()?.focus();
    pressed(name);
  };
  answer(REVEAL, `${asked.answer}. `, asked.choices[asked.answer]);
  const wayOut = button(SKIP, () => press(wayOut.textContent), "course-skip");
  acts[SKIP] = () => {
    wayOut.textContent = REVEAL;
    unlock();
  };
  for (const [choice, why] of Object.entries(asked.choices)) {
    answer(choice, `You said: ${choice}. `,
      (choice === asked.answer ? "Yes. " : "Not quite. ") + why);
    row.append(button(choice, () => press(choice)));
  }
  row.append(wayOut);
  if (Object.hasOwn(acts, before)) acts[before]();
  return element("div", {class: "recorded-question"},
    element("b", {}, "Predict first. "), ...unbroken(asked.question), answers);
}

// Keep equations, 0.8 ± 0.1, 98 % and 2·10⁻⁵ each on one line.
function unbroken(words) {
  const whole = /(\S+ [=±] \S+|[\d.,]+ %|\d[\d.·]*(?:e-\d+|10⁻[⁰¹²³⁴-⁹]+))/;
  return words.split(whole).map((part, k) =>
    k % 2 ? element("span", {class: "recorded-whole"}, part) : part);
}

function drawing(tag, attributes) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes))
    made.setAttribute(name, value);
  return made;
}

// A part of a picture that can be stacked, with what stands still there.
// 14 points are 14 points where there is room.
function windowOf(start, end, width, height, file) {
  const wide = end - start;
  const svg = drawing("svg", {viewBox: `${start} 0 ${wide} ${height}`,
    "stroke-linejoin": "round", "aria-hidden": "true",
    style: `flex:${wide};max-width:${wide / 12}rem;--wide:${wide}`});
  svg.append(drawing("image", {href: file, width, height}));
  return svg;
}

// Sizes for a narrow page, where the parts stand below each other.
function stack(windows, height) {
  const widest = Math.max(...windows.map(([start, end]) => end - start));
  return `--widest: ${widest}; --stacked: ${windows.length * height}`;
}

// A still picture of two parts is stacked where a page is narrow.
function cut(img) {
  const width = img.getAttribute("width") * 3 / 4;  // in points
  const height = width * img.naturalHeight / img.naturalWidth;
  const at = img.dataset.cut * width;
  const parts = [[0, at], [at, width]].map(([start, end]) =>
    windowOf(start, end, width, height, img.src));
  img.after(element("div", {class: "course-cuts", "aria-hidden": "true"},
    ...parts));
}

function play(root, data, number, place) {
  const asked = JSON.stringify([data.question, data.choices, data.controls]);
  const kept = place && memory.get(place);
  const now = kept?.asked === asked ? kept : {asked, at: [], pressed: ""};
  const keep = () => place && memory.set(place, now);
  const read = readerOf(data, `recorded-${number}-`);
  const [width, height] = data.size;
  const parts = data.windows.map(([start, end]) => windowOf(start, end, width,
    height, `_static/${root.dataset.recording}.png`));
  for (const part of parts)
    part.appendChild(drawing("g", {})).innerHTML = data.words;
  const [svg, ...others] = parts;
  const frame = svg.appendChild(drawing("g", {id: `recorded-${number}`}));
  svg.setAttribute("role", "img");
  svg.removeAttribute("aria-hidden");
  svg.setAttribute("aria-label", "Picture, described by the next sentence.");
  for (const each of others)
    each.append(drawing("use", {href: `#recorded-${number}`}));
  const sentence = element("p", {role: "status"});
  const controls = data.controls.map((control, k) =>
    controlOf(control, `recorded-${number}-${k}`, () => moved()));
  const moved = () => {
    now.at = controls.map(({input}) => Number(input.value));
    show();
    keep();
  };
  const show = () => {
    const state = controls.reduce((sum, {input}, k) =>
      sum * data.controls[k].values.length + Number(input.value), 0);
    const [shown, said] = read(state);
    frame.innerHTML = shown;
    sentence.replaceChildren(...unbroken(said));
  };
  const reset = button("Reset", () => {
    controls.forEach(control => control.reset());
    moved();
  });
  const lock = locked => [reset, ...controls.map(({input}) => input)]
    .forEach(each => { each.disabled = locked; });
  const side = element("div", {class: "recorded-side"});
  const toTry = element("span", {},
    element("b", {}, "Try. "), ...unbroken(data.task));
  const task = element("p", {class: "recorded-task"}, toTry);
  if (data.question && !("open" in root.dataset)) {
    lock(true);
    const why = element("i", {class: "recorded-locked"}, LOCKED);
    task.append(why);  // where the task stands once it is unlocked
    toTry.style.visibility = "hidden";  // it may answer the question
    const unlock = () => {
      lock(false);
      toTry.style.visibility = "";
      why.style.visibility = "hidden";  // it keeps its place
    };
    side.append(questionOf(data, unlock, now.pressed, pressed => {
      now.pressed = pressed;
      keep();
    }));
  }
  side.append(task,
    element("div", {class: "recorded-controls"},
      ...controls.map(({row}) => row), reset));
  const picture = element("div", {class: "recorded-picture",
    style: `--ratio: ${width / height}; --points: ${width}; ` +
      stack(data.windows, height)}, svg, ...others);
  root.replaceChildren(side, element("div", {}, picture,
    enlargeButton(() => picture), sentence));
  now.at.forEach((at, k) => controls[k].set(at));
  show();
}

async function inflate(base64) {
  const bytes = Uint8Array.from(atob(base64), c => c.charCodeAt(0));
  const stream = new Blob([bytes]).stream()
    .pipeThrough(new DecompressionStream("deflate"));
  return JSON.parse(await new Response(stream).text());
}

// A page opened as a file may not fetch, but may load a script.
const script = name => new Promise((resolve, reject) =>
  document.head.append(Object.assign(
    element("script", {src: `_static/${name}.js`}),
    {onload: resolve, onerror: reject})));
const loading = {};
function load(name) {
  return loading[name] ??= script(name)
    .then(() => inflate(courseRecordings[name]));
}

// The search fetches each page that it found, for an excerpt. It gets the
// page's words from a script instead, without what the page folds; and a page
// opened as a file may fetch nothing.
if (HERE === "search.html") {
  const words = script("search_index").then(() => inflate(courseSearchIndex));
  const book = new URL(".", location.href).href;
  window.fetch = async address => {
    const page = new URL(address, book).href.slice(book.length);
    return new Response((await words)[decodeURIComponent(page)]);
  };
}

// A page to project loads a recording when its turn comes.
function classroom(root) {
  const panels = JSON.parse(root.dataset.panels), made = [];
  const {head, show} = projector(panels.map(([title]) => title),
    panels.map(([_, section]) => section), open);
  async function open(k, focus = true) {
    if (!made[k]) {
      const name = panels[k][2], data = await load(name);
      made[k] = element("div", {class: "recorded", "data-recording": name});
      play(made[k], data, k);
    }
    root.replaceChildren(head, made[k]);
    show(k, focus);
  }
  open(0, false);
}

document.addEventListener("DOMContentLoaded", () => {
  document.querySelectorAll(".course-classroom").forEach(classroom);
  document.querySelectorAll(".recorded").forEach(async (root, number) =>
    play(root, await load(root.dataset.recording), number,
      `${HERE}/${root.dataset.recording}`));
  openMenus();
  document.querySelectorAll("img[data-cut]").forEach(img =>
    img.decode().then(() => cut(img)));
  enlargePictures();
  tellWhatWasRead();
});

// Paper is light, whatever the screen is, and its last part holds what the
// screen folds: hints, solutions, answers. A number stands in their place.
let onScreen;
addEventListener("beforeprint", () => {
  onScreen = document.documentElement.dataset.theme;
  document.documentElement.dataset.theme = "light";
  answersToTheEnd();
});
addEventListener("afterprint", () => {
  document.documentElement.dataset.theme = onScreen;
  for (const fold of document.querySelectorAll(".course-answers details"))
    document.getElementById(fold.dataset.place).replaceWith(fold);
  document.querySelectorAll(".course-answers").forEach(each => each.remove());
});

function answersToTheEnd() {
  const folds = document.querySelectorAll(
    "article details:not(.above-input, .above-output, details details)");
  if (!folds.length) return;
  const end = element("section", {class: "course-answers"},
    element("h2", {}, "Hints, solutions and answers"));
  let number = 0;
  folds.forEach((fold, k) => {
    const place = element("p", {id: `course-place-${k}`, class: "course-place"});
    // The hints of a card, and its solution, have one number.
    if (!fold.previousElementSibling?.matches(".course-place")) {
      number += 1;
      const words = fold.querySelector("summary").innerText.trim();
      place.append(`See ${number} at the end: `, fold.matches(".hide")
        ? "what this cell shows" : words.replace(/^Hint 1 of.*/, "the hints"));
      end.append(element("h3", {}, `${number}`));
    }
    fold.dataset.place = place.id;
    fold.replaceWith(place);
    end.append(fold);
  });
  document.querySelector("article").append(end);
}

// A page is read when its end was in view; the lists of pages say so.
function tellWhatWasRead() {
  const end = document.querySelector("footer.prev-next-footer");
  const links = document.querySelectorAll(
    ":is(.bd-links, .bd-article table) a.reference.internal");
  const tell = () => links.forEach(link => link.classList.toggle("course-read",
    memory.get(`read/${pageName(link.pathname)}`) === true));
  tell();
  if (end) new IntersectionObserver((seen, watch) => {
    if (!seen.some(each => each.isIntersecting)) return;
    watch.disconnect();
    memory.set(`read/${HERE}`, true);
    tell();
  }).observe(end);
  for (const room of document.querySelectorAll(".course-memory")) {
    const words = element("p", {role: "status"}, memory.works
      ? "This browser remembers what you answered, where you left the sliders, "
        + "and which pages you read to the end. Nothing of it is sent anywhere."
      : "This browser keeps nothing here: your answers are forgotten when you "
        + "leave a page.");
    room.append(words);
    if (memory.works) room.append(button("Forget all of it", () => {
      memory.forget();
      tell();
      words.textContent = "Forgotten. Every panel asks again.";
    }));
  }
}

// The theme listens to the first button of each menu, which it then hides; and
// it gives no name to its list of pages and to what unfolds a part of it.
function openMenus() {
  const list = document.querySelector(".sidebar-primary-items__start");
  list?.setAttribute("role", "region");
  list?.setAttribute("aria-label", "The pages of the book");
  document.querySelectorAll(".bd-links details").forEach(each =>
    each.querySelector("summary").setAttribute("aria-label",
      `Pages below: ${each.previousElementSibling.textContent}`));
  for (const kind of ["primary", "secondary"]) {
    const [wired, ...shown] = document.querySelectorAll(`.${kind}-toggle`);
    shown.forEach(each => each.addEventListener("click", () => wired.click()));
  }
  document.querySelectorAll(".bd-sidebar-secondary a.nav-link").forEach(link =>
    link.addEventListener("click", () => link.closest("dialog")?.close()));
}
