import { fitText, wrapText } from "../../../lib/text/fit.ts";
import { shown } from "../../../lib/text/shown.ts";
import type { Style } from "../../../lib/text/style.ts";
import { emphasised } from "./emphasis.ts";
import type { Rendered, RenderedButton } from "./rendered.ts";

export type Look = { width: number; style: Style; isStyled: boolean };

const FILES: Record<string, string> = {
  IMAGE: "picture",
  VIDEO: "▶ video",
  DOCUMENT: "document",
  LOCATION: "map",
  PRODUCT: "product",
};
const ICONS: Record<string, string> = {
  QUICK_REPLY: "↩",
  URL: "↗",
  PHONE_NUMBER: "✆",
  COPY_CODE: "⧉",
  OTP: "⧉",
};
/** With more buttons, a phone shows two and a list of all. */
const MOST_BUTTONS = 3;
const TIME = "12:00";

/** A message as a phone draws it, in lines of at most `width` columns; then what its buttons lead to. */
export function drawMessage(message: Rendered, look: Look): string[] {
  const cards = message.cards.flatMap((card) => [
    "",
    ...drawBubble(card, { ...look, width: look.width - 4 }),
  ]);
  return [
    ...drawBubble(message, look),
    ...cards.map((line) => (line === "" ? "" : `    ${line}`)),
    ...behind(message, look),
  ];
}

function drawBubble(message: Rendered, look: Look): string[] {
  const inner = look.width - 4;
  const row = (text: string) => `│ ${fitText(text, inner)} │`;
  const line = (left: string, right: string) => `${left}${"─".repeat(look.width - 2)}${right}`;
  const shownButtons = buttonsShown(message.buttons).flatMap((text) => [
    line("├", "┤"),
    row(centred(look.style.cyan(shown(text)), inner)),
  ]);
  return [
    line("╭", "╮"),
    ...[...headerLines(message, inner, look), ...bodyLines(message, inner, look)].map(row),
    ...shownButtons,
    line("╰", "╯"),
  ];
}

function headerLines({ header }: Rendered, width: number, { style }: Look): string[] {
  if (header === null) return [];
  if (header.format === "TEXT") return [...wrapText(style.bold(shown(header.text)), width), ""];
  const label = [FILES[header.format] ?? header.format.toLowerCase(), shown(header.text)].filter(
    (one) => one !== "",
  );
  const inside = (text: string) => `│${fitText(centred(text, width - 2), width - 2)}│`;
  return [
    `┌${"─".repeat(width - 2)}┐`,
    ...["", label.join("  "), ""].map(inside),
    `└${"─".repeat(width - 2)}┘`,
  ];
}

/** The time stands at the right, beside the end of the footer where there is room. */
function bodyLines({ body, footer }: Rendered, width: number, { style, isStyled }: Look): string[] {
  const text = emphasised(shown(body), style, isStyled);
  const lines = text.split("\n").flatMap((one) => (one === "" ? [""] : wrapText(one, width)));
  const small = footer === "" ? [] : wrapText(shown(footer), width).map(style.dim);
  const last = small.at(-1) ?? "";
  const room = width - Bun.stringWidth(last) - TIME.length;
  const end =
    room < 1
      ? [last, " ".repeat(width - TIME.length) + style.dim(TIME)]
      : [last + " ".repeat(room) + style.dim(TIME)];
  return [...lines, ...(small.length === 0 ? [] : [""]), ...small.slice(0, -1), ...end];
}

function buttonsShown(buttons: readonly RenderedButton[]): string[] {
  const labels = buttons.map(labelOf);
  return labels.length <= MOST_BUTTONS ? labels : [...labels.slice(0, MOST_BUTTONS - 1), "≡ See all options"];
}

function labelOf({ type, text }: RenderedButton): string {
  return `${ICONS[type] ?? "•"} ${text}`;
}

/** Lines for what a phone shows on a tap: all buttons where there are many, and where links and numbers lead. */
function behind({ buttons, cards }: Rendered, { style, width }: Look): string[] {
  const all = [...buttons, ...cards.flatMap((card) => card.buttons)];
  const isMany = buttons.length > MOST_BUTTONS;
  const listed = all.filter(({ target }) => isMany || target !== null);
  const lines = listed.map(
    (button) => `${labelOf(button)}${button.target === null ? "" : `  ${button.target}`}`,
  );
  return lines.length === 0 ? [] : ["", ...lines.flatMap((line) => wrapText(style.dim(shown(line)), width))];
}

function centred(text: string, width: number): string {
  return " ".repeat(Math.max(0, Math.floor((width - Bun.stringWidth(text)) / 2))) + text;
}
