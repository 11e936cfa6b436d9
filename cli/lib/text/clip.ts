/**
 * The beginning of a text that is too wide for its place, with a mark that there is more. Graphemes stay whole.
 */
export function clip(text: string, width: number): string {
  if (Bun.stringWidth(text) <= width) return text;
  let cut = "";
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    if (Bun.stringWidth(cut + segment) > width - 1) break;
    cut += segment;
  }
  return `${cut}…`;
}
