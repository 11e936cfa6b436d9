import { fitText, graphemes } from "../../../lib/text/fit.ts";
import { shown } from "../../../lib/text/shown.ts";
import type { Style } from "../../../lib/text/style.ts";
import type { Editor } from "../model/editor.ts";
import { type Form, optionsOf, type Pick, type Prompt } from "../model/prompt.ts";

type Look = { width: number; height: number; style: Style };

/** A question with its answers, or its fields, as lines. */
export function promptLines(prompt: Prompt, look: Look): string[] {
  const title = look.style.bold(fitText(oneLine(prompt.title), look.width));
  return [title, ...(prompt.kind === "pick" ? pickLines(prompt, look) : formLines(prompt, look))];
}

function pickLines(prompt: Pick, { width, height, style }: Look): string[] {
  const found = optionsOf(prompt);
  const at = Math.min(prompt.at, Math.max(0, found.length - 1));
  const room = Math.max(1, height - 2);
  const first = Math.max(0, Math.min(at - Math.floor(room / 2), found.length - room));
  const lines = found.slice(first, first + room).map(({ label }, index) => {
    const line = fitText(oneLine(label), width - 2).trimEnd();
    return first + index === at ? `${style.cyan("›")} ${style.bold(line)}` : `  ${line}`;
  });
  return [`${style.cyan("/")} ${typedText(prompt.typed, width - 2)}`, ...lines];
}

function formLines({ fields, at }: Form, { width, height, style }: Look): string[] {
  const room = Math.max(1, height - 1);
  const first = Math.max(0, Math.min(at - Math.floor(room / 2), fields.length - room));
  return fields.slice(first, first + room).map(({ label, value }, index) => {
    const name = `${label}: `;
    const left = Math.max(10, width - 2 - Bun.stringWidth(name));
    const isHere = first + index === at;
    const text = isHere
      ? typedText(value, left)
      : fitText(oneLine(value.before + value.after), left).trimEnd();
    return `${isHere ? style.cyan("›") : " "} ${style.dim(name)}${text}`;
  });
}

/** The typed text around its cursor, as far as it fits. */
function typedText({ before, after }: Editor, width: number): string {
  let seen = oneLine(before);
  while (Bun.stringWidth(seen) > width - 2) seen = graphemes(seen).slice(1).join("");
  return `${seen}▏${fitText(oneLine(after), Math.max(0, width - 1 - Bun.stringWidth(seen))).trimEnd()}`;
}

function oneLine(text: string): string {
  return shown(text.replaceAll(/\s*\n\s*/g, " "));
}
