// Plays what recorder.py recorded: no kernel, no mathematics, no libraries.
// A classic script, so that it works in a page opened as a file as well.
"use strict";
window.courseRecordings = {};

// A frame is the text of its template with the numbers of its state.
function readerOf(data, prefix) {
  const own = text => text.replace(/(id="|#)x(?=\d)/g, `$1${prefix}x`);
  const templates = data.templates.map(([pieces, which]) =>
    [pieces.map(own), which]);
  const columns = data.columns.map(group => group.map(deltas => {
    let sum = 0;
    return deltas.map(delta => (sum += delta) / 100);
  }));
  const seen = data.templates.map(() => 0);
  const rows = data.template.map(template => seen[template]++);
  const words = list => list.map(k => data.vocabulary[k]);
  return {
    frame(state) {
      const template = data.template[state];
      const [pieces, which] = templates[template];
      const said = words(data.words[state]);
      let svg = pieces[0];
      which.forEach((column, k) => {
        svg += columns[template][column][rows[state]] + pieces[k + 1];
      });
      return svg.replace(/\x00/g, () => said.shift());
    },
    sentence: state =>
      words(data.sentences[data.sentence[state]]).join(""),
  };
}

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
  const reset = () => { input.value = control.start; say(); };
  reset();
  return {row, input, reset};
}

// The question that unlocks the controls; the area keeps its height.
function questionOf(asked, unlock) {
  const area = element("div", {class: "recorded-question"});
  const answer = (...said) => {
    area.style.minHeight = `${area.getBoundingClientRect().height}px`;
    const verdict = element("div", {role: "status", tabindex: "-1"}, ...said);
    area.replaceChildren(verdict);
    unlock();
    verdict.focus();
  };
  const choices = Object.entries(asked.choices).map(([choice, why]) =>
    button(choice, () => answer(
      element("b", {}, `You said: ${choice}. `),
      (choice === asked.answer ? "Yes. " : "Not quite. ") + why)));
  area.append(
    element("b", {}, "Predict first. "), asked.question,
    element("div", {class: "recorded-choices"}, ...choices,
      button("Skip the question", () => answer("The controls are open."))));
  return area;
}

function play(root, data, number) {
  const read = readerOf(data, `recorded-${number}-`);
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", `0 0 ${data.size[0]} ${data.size[1]}`);
  svg.setAttribute("role", "img");
  svg.setAttribute("stroke-linejoin", "round");
  const sentence = element("p", {role: "status"});
  const controls = data.controls.map((control, k) =>
    controlOf(control, `recorded-${number}-${k}`, () => show()));
  const show = () => {
    const state = controls.reduce((sum, {input}, k) =>
      sum * data.controls[k].values.length + Number(input.value), 0);
    svg.innerHTML = read.frame(state);
    sentence.textContent = read.sentence(state);
    svg.setAttribute("aria-label", sentence.textContent);
  };
  const reset = button("Reset", () => {
    controls.forEach(control => control.reset());
    show();
  });
  const lock = locked => [reset, ...controls.map(({input}) => input)]
    .forEach(each => { each.disabled = locked; });
  const parts = [];
  if (data.question) {
    parts.push(questionOf(data, () => lock(false)));
    lock(true);
  }
  parts.push(
    element("p", {class: "recorded-task"}, element("b", {}, "Try. "), data.task),
    element("div", {class: "recorded-controls"},
      ...controls.map(({row}) => row), reset),
    element("div", {class: "recorded-picture"},
      element("img", {alt: "", src: root.dataset.background}), svg),
    sentence);
  root.replaceChildren(...parts);
  show();
}

async function inflate(base64) {
  const bytes = Uint8Array.from(atob(base64), c => c.charCodeAt(0));
  const stream = new Blob([bytes]).stream()
    .pipeThrough(new DecompressionStream("deflate"));
  return JSON.parse(await new Response(stream).text());
}

document.addEventListener("DOMContentLoaded", () => {
  document.querySelectorAll(".recorded").forEach(async (root, number) => {
    const recorded = window.courseRecordings[root.dataset.recording];
    play(root, await inflate(recorded), number);
  });
  openMenus();
});

// The theme listens to the first button of each menu, which it then hides.
function openMenus() {
  for (const kind of ["primary", "secondary"]) {
    const [wired, ...shown] = document.querySelectorAll(`.${kind}-toggle`);
    shown.forEach(each => each.addEventListener("click", () => wired.click()));
  }
  document.querySelectorAll(".bd-sidebar-secondary a.nav-link").forEach(link =>
    link.addEventListener("click", () => link.closest("dialog")?.close()));
}
