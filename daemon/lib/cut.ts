/** The beginning of a text, of at most so many UTF-16 units, without half of a character: Postgres takes no half. */
export function cut(text: string, most: number): string {
  return text.slice(0, most).replace(/[\ud800-\udbff]$/, "");
}
