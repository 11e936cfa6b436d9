/** What of the page can be pressed at a moment, read at once, and pressed by its key. */
import type { Page } from "playwright-core";

/** What is in front, and what can be pressed there. */
export type Screen = {
  /** The dialog or menu that is open, by its name; the address of the view when none is. */
  scope: string;
  controls: readonly Control[];
};

/** `role` is `submit` for what sends a form, and `choice` for what opens a list of values. */
export type Control = { name: string; role: string };

/** Runs in the browser: what is in front, and its controls with their numbers as `data-control`. */
const READ = `(() => {
  const open = [...document.querySelectorAll("[role=dialog], [role=menu], [role=listbox]")].at(-1);
  const titles = (open?.getAttribute("aria-labelledby") ?? "").split(" ");
  const title = titles.map((id) => document.getElementById(id)?.textContent ?? "").join(" ").trim();
  // one stands for all: each does the same
  const name = (one) => one.closest("[data-emojis]") ? "an emoji" : (one.getAttribute("aria-label") ?? one.textContent).trim();
  const role = (one) => {
    if (one.getAttribute("aria-haspopup") === "listbox") return "choice";
    return one.getAttribute("role") ?? one.type;
  };
  const controls = [...(open ?? document.getElementById("main") ?? document.body).querySelectorAll(
    "button, [role=menuitem], [role=tab]"
  )].filter((one) => one.checkVisibility() && !one.disabled);
  for (const one of document.querySelectorAll("[data-control]")) one.removeAttribute("data-control");
  controls.forEach((one, at) => one.setAttribute("data-control", at));
  return {
    scope: open ? open.getAttribute("role") + " " + (title || open.getAttribute("aria-label")) : location.pathname,
    controls: controls.map((one) => ({ name: name(one), role: role(one) })),
  };
})()`;

/** Fills what is empty, so that what is pressed next has something to send. */
const FILL = `(() => {
  // good as a text, as a header and as a custom field
  const SAMPLE = "sample: a=b";
  const texts = {
    email: "ada@example.com", tel: "+14155550123", url: "http://127.0.0.1:9/", number: "1", date: "2026-01-02",
    "datetime-local": "2027-01-02T03:04",
  };
  const within = [...document.querySelectorAll("[role=dialog]")].at(-1) ?? document.getElementById("main") ?? document.body;
  for (const field of within.querySelectorAll("input, textarea")) {
    if (field.value !== "" || field.closest("search") || ["checkbox", "radio", "file"].includes(field.type)) continue;
    const prototype = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement;
    Object.getOwnPropertyDescriptor(prototype.prototype, "value").set.call(field, texts[field.type] ?? SAMPLE);
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }
})()`;

export const readScreen = (page: Page) => page.evaluate<Screen>(READ);

/** Presses a control of the screen that was read last. */
export async function press(page: Page, { controls }: Screen, { name, role }: Control): Promise<void> {
  const at = controls.findIndex((one) => one.name === name && one.role === role);
  await page.evaluate(FILL);
  await page.evaluate(`document.querySelector('[data-control="${at}"]')?.focus()`);
  await page.keyboard.press("Enter");
}
