"use strict";
// Steps through the recorded game of this page; the form of its data is told in report/steps.py.
(() => {
  const game = JSON.parse(document.getElementById("steps").textContent);
  const at = (id) => document.getElementById(id);
  const text = (number) => game.texts[number];
  const ahead = game.facts.length;
  const last = game.steps.length - 1;
  const slider = at("slider");
  const events = at("events");
  const positions = [];
  let known = new Array(ahead + game.places.length).fill("");
  for (const [, , , changes] of game.steps) {
    known = known.slice();
    for (let n = 0; n < changes.length; n += 2) known[changes[n]] = text(changes[n + 1]);
    positions.push(known);
  }
  let step = 0;

  function element(name, words, parent) {
    const made = document.createElement(name);
    made.textContent = words;
    parent.append(made);
    return made;
  }

  function show(wanted) {
    step = Math.max(0, Math.min(last, wanted));
    const [action, why, told] = game.steps[step];
    at("at").textContent = `Step ${step} of ${last}`;
    slider.value = step;
    slider.setAttribute("aria-valuetext", `step ${step} of ${last}`);
    at("action").textContent = step === 0 ? "The start" : `${step}. ${text(action)}`;
    at("why").textContent = text(why) ? `Why: ${text(why)}` : "";
    const list = at("happenings");
    list.replaceChildren();
    for (const number of told) element("li", text(number), list);
    showGame(positions[step]);
    showBoard(positions[step]);
    for (const id of ["first", "previous"]) disable(id, step === 0);
    for (const id of ["next", "last"]) disable(id, step === last);
    events.value = String(eventAt(step));
  }

  // Not the attribute "disabled": it would take the focus away from who holds the key down.
  function disable(id, is) {
    at(id).setAttribute("aria-disabled", String(is));
  }

  function eventAt(number) {
    let found = 0;
    game.events.forEach(([start], index) => { if (start <= number) found = index; });
    return found;
  }

  function showGame(position) {
    const list = at("game");
    list.replaceChildren();
    game.facts.forEach((name, number) => {
      if (!position[number]) return;
      const pair = element("div", "", list);
      element("dt", name, pair);
      element("dd", position[number], pair);
    });
  }

  function showBoard(position) {
    const body = at("board").tBodies[0];
    body.replaceChildren();
    game.places.forEach((name, number) => {
      const row = position[ahead + number];
      if (!row && (name === "Beaten" || name === "Caught")) return;
      const line = inTable("tr", "row", "", body);
      line.className = row ? name.toLowerCase() : "empty";
      inTable("th", "rowheader", name, line).scope = "row";
      if (!row) {
        inTable("td", "cell", "empty", line).colSpan = game.columns.length;
        return;
      }
      row.split("\t").forEach((words, column) => {
        const cell = inTable("td", "cell", words || "-", line);
        cell.dataset.column = game.columns[column];
        if (game.columns[column] === "HP") addBar(cell, words);
      });
    });
  }

  // The role is said, because the style sheet restacks the table on a telephone.
  function inTable(name, role, words, parent) {
    const made = element(name, words, parent);
    made.setAttribute("role", role);
    return made;
  }

  function addBar(cell, words) {
    const [left, hp] = words.split("/").map(Number);
    if (!hp) return;
    const bar = element("span", "", cell);
    bar.className = "hp";
    bar.setAttribute("aria-hidden", "true");
    const filled = element("span", "", bar);
    filled.style.width = `${(100 * left) / hp}%`;
    if (left < 0.34 * hp) filled.className = "low";
  }

  const ways = {
    first: () => show(0),
    previous: () => show(step - 1),
    next: () => show(step + 1),
    last: () => show(last),
  };
  for (const [id, go] of Object.entries(ways)) at(id).addEventListener("click", go);
  slider.max = last;
  slider.addEventListener("input", () => show(Number(slider.value)));
  game.events.forEach(([start, words], index) => {
    const option = element("option", `step ${start}: ${text(words)}`, events);
    option.value = String(index);
  });
  events.addEventListener("change", () => show(game.events[Number(events.value)][0]));
  const keys = { ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last" };
  at("replay").addEventListener("keydown", (event) => {
    const ownKeys = event.target === slider || event.target === events;
    if (ownKeys || event.altKey || event.ctrlKey || event.metaKey || !keys[event.key]) return;
    event.preventDefault();
    ways[keys[event.key]]();
  });
  at("stepping").hidden = false;
  show(0);
})();
