import type { Style } from "../../../lib/text/style.ts";

/** What stands between two marks that hold: from one word's beginning to another's end, in one line. */
const marked = (sign: string) =>
  new RegExp(`(?<![\\p{L}\\p{N}])${sign}(\\S|\\S[^\\n]*?\\S)${sign}(?![\\p{L}\\p{N}])`, "gu");

/** A text with its *bold*, _italic_ and ~struck~ words as they look; where nothing can look so, with its marks. */
export function emphasised(text: string, style: Style, isStyled: boolean): string {
  if (!isStyled) return text;
  return text
    .replaceAll("```", "")
    .replace(marked("\\*"), (_, inner: string) => style.bold(inner))
    .replace(marked("_"), (_, inner: string) => style.italic(inner))
    .replace(marked("~"), (_, inner: string) => style.struck(inner));
}
