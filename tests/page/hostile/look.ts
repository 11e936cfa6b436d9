/** What a hostile text has done to the page that is shown. */
import type { Page } from "playwright-core";

/** Runs in the browser: one line for each thing that is more, or less, than text. */
const LOOK = `((reversed) => {
  const faults = [];
  const main = document.getElementById("main");
  if ("taken" in window) faults.push("a script ran");
  for (const one of document.querySelectorAll('[onerror], [src="x"], [href^="javascript:" i], iframe, object, embed'))
    faults.push("made an element: " + one.outerHTML.slice(0, 200));
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth > clientWidth) faults.push("is " + (scrollWidth - clientWidth) + " pixels wider than the screen");
  for (const one of main.querySelectorAll("a, button, h1, h2")) {
    const inside = document.createRange();
    inside.selectNodeContents(one);
    if (one.checkVisibility() && inside.getBoundingClientRect().width < 4)
      faults.push("can't be seen: " + one.outerHTML.slice(0, 200));
  }
  const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const node = texts.currentNode;
    if (!node.data.includes(reversed)) continue;
    let around = node.parentElement;
    const isInLine = (one) => getComputedStyle(one).display === "inline" && getComputedStyle(one).unicodeBidi === "normal";
    while (isInLine(around)) around = around.parentElement;
    const rest = document.createRange();
    rest.setStartAfter(node);
    rest.setEndAfter(around.lastChild);
    if (rest.toString().trim() !== "" && getComputedStyle(around).whiteSpace !== "pre")
      faults.push("turns around " + JSON.stringify(rest.toString().slice(0, 80)) + " in " + around.outerHTML.slice(0, 200));
    const after = node.data.slice(node.data.indexOf(reversed) + reversed.length);
    if (after.trim() !== "") faults.push("turns around the rest of " + JSON.stringify(node.data));
  }
  return faults;
})`;

/** What is wrong with the page, given a text that turns around what follows it in the same line. */
export const faultsOn = (page: Page, reversed: string) =>
  page.evaluate<string[]>(`${LOOK}(${JSON.stringify(reversed)})`);
