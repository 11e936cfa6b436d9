import { type Editor, EMPTY, edited, editorOf, textOf, typed } from "./editor.ts";
import type { Press } from "./keys.ts";

export type Option = { label: string; value: string };

/** One of some things, narrowed down by what is typed. */
export type Pick = {
  kind: "pick";
  title: string;
  options: readonly Option[];
  typed: Editor;
  at: number;
  /** Whether what was typed may be chosen itself. */
  free: boolean;
  done: (value: string) => void;
};

/** Some fields to fill in, one after another. */
export type Form = {
  kind: "form";
  title: string;
  fields: readonly { label: string; value: Editor; required: boolean }[];
  at: number;
  done: (values: string[]) => void;
};

export type Prompt = Pick | Form;

export function newPick(title: string, options: readonly Option[], done: Pick["done"], free = false): Pick {
  return { kind: "pick", title, options, typed: EMPTY, at: 0, free, done };
}

export function newForm(
  title: string,
  fields: readonly { label: string; value?: string; required?: boolean }[],
  done: Form["done"],
): Form {
  const filled = fields.map(({ label, value = "", required = true }) => ({
    ...{ label, required, value: editorOf(value) },
  }));
  return { kind: "form", title, fields: filled, at: 0, done };
}

/** The options that have all that is typed. */
export function optionsOf({ options, typed: given, free }: Pick): readonly Option[] {
  const text = textOf(given).trim();
  const words = text.toLowerCase().split(/\s+/);
  const found = options.filter(({ label }) => words.every((word) => label.toLowerCase().includes(word)));
  return free && text !== "" ? [{ label: text, value: text }, ...found] : found;
}

/** The prompt after a key; null when it is over, in which case `answer` has been called if there is one. */
export function pressed(prompt: Prompt, press: Press): Prompt | null {
  if (press.kind === "back") return null;
  return prompt.kind === "pick" ? pressedPick(prompt, press) : pressedForm(prompt, press);
}

function pressedPick(prompt: Pick, press: Press): Prompt | null {
  const found = optionsOf(prompt);
  const at = Math.min(prompt.at, Math.max(0, found.length - 1));
  if (press.kind === "letter") return { ...prompt, typed: typed(prompt.typed, press.letter), at: 0 };
  if (press.kind === "edit") return { ...prompt, typed: edited(prompt.typed, press.edit), at: 0 };
  if (press.kind === "move") {
    const step = press.move === "up" ? -1 : press.move === "down" ? 1 : 0;
    return { ...prompt, at: Math.max(0, Math.min(found.length - 1, at + step)) };
  }
  const chosen = found[at];
  if (press.kind !== "enter" || chosen === undefined) return prompt;
  prompt.done(chosen.value);
  return null;
}

function pressedForm(prompt: Form, press: Press): Prompt | null {
  const { at } = prompt;
  const field = prompt.fields[at];
  if (field === undefined) return null;
  const change = (value: Editor) => ({
    ...prompt,
    fields: prompt.fields.map((one, index) => (index === at ? { ...one, value } : one)),
  });
  if (press.kind === "letter") return change(typed(field.value, press.letter));
  if (press.kind === "edit") return change(edited(field.value, press.edit));
  if (press.kind === "move") return { ...prompt, at: nextField(prompt, press.move === "up" ? -1 : 1) };
  if (press.kind === "tab") return { ...prompt, at: nextField(prompt, 1) };
  if (press.kind !== "enter" || (field.required && textOf(field.value).trim() === "")) return prompt;
  if (at < prompt.fields.length - 1) return { ...prompt, at: at + 1 };
  const missing = prompt.fields.findIndex(({ required, value }) => required && textOf(value).trim() === "");
  if (missing !== -1) return { ...prompt, at: missing };
  prompt.done(prompt.fields.map(({ value }) => textOf(value).trim()));
  return null;
}

function nextField({ at, fields }: Form, step: -1 | 1): number {
  return Math.max(0, Math.min(fields.length - 1, at + step));
}
