/** How JSON writes what Postgres can't store; other text can look like it, too. */
const SUSPECT = /\\u(?:0000|d[89a-f])/i;

/** Whether Postgres can store every text of a JSON value: it takes neither NUL nor half of a surrogate pair. */
export function isPostgresText(value: unknown): boolean {
  return !SUSPECT.test(JSON.stringify(value)) || holdsOnlyText(value);
}

function holdsOnlyText(value: unknown): boolean {
  if (typeof value === "string") return value.isWellFormed() && !value.includes("\u0000");
  if (typeof value !== "object" || value === null) return true;
  return Object.entries(value).every((entry) => entry.every(holdsOnlyText));
}

/** A text without what Postgres can't store. */
export function toPostgresText(text: string): string {
  return text.toWellFormed().replaceAll("\u0000", "");
}

/** Has JSON.stringify leave out of all texts what Postgres can't store. */
export function postgresText(_key: string, value: unknown): unknown {
  return typeof value === "string" ? toPostgresText(value) : value;
}
