const GRAPHEMES = new Intl.Segmenter();
/** Letters of scripts that are written from right to left. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]|\ud802|\ud803|\ud83a/;
/** Unicode's left-to-right mark: takes no room. */
export const LEFT_TO_RIGHT_MARK = "\u200e";

/**
 * A text in exactly so many columns of the terminal: cut with an ellipsis, or filled with spaces. Text that is written
 * from right to left is closed off, so that terminals that turn it around leave the columns beside it where they are.
 */
export function fitText(text: string, width: number, right = false): string {
  const shown = closedOff(Bun.stringWidth(text) <= width ? text : cut(text, width));
  const space = " ".repeat(Math.max(0, width - Bun.stringWidth(shown)));
  return right ? space + shown : shown + space;
}

/** A text in lines of at most so many columns, broken between words where it can be. */
export function wrapText(text: string, width: number): string[] {
  const wrapped = Bun.wrapAnsi(text, Math.max(1, width), { hard: true, trim: true });
  return wrapped.split("\n").map(closedOff);
}

/** The letters of a text as people see them: an emoji of many parts is one. */
export function graphemes(text: string): string[] {
  return Array.from(GRAPHEMES.segment(text), ({ segment }) => segment);
}

function closedOff(text: string): string {
  return RIGHT_TO_LEFT.test(text) ? LEFT_TO_RIGHT_MARK + text + LEFT_TO_RIGHT_MARK : text;
}

/** Keeps graphemes whole. */
function cut(text: string, width: number): string {
  let beginning = "";
  for (const { segment } of GRAPHEMES.segment(text)) {
    if (Bun.stringWidth(beginning + segment) >= width) break;
    beginning += segment;
  }
  return width === 0 ? "" : `${beginning}…`;
}
