const TIME = /^(\d{4}-\d\d-\d\d)[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/i;

/** Years that JavaScript, Postgres and RFC 3339 all have. */
const YEARS = { first: 1, last: 9999 };

/** Whether a text is a time in ISO 8601 with its zone, on a day that there is, in years that can be stored. */
export function isTime(text: string): boolean {
  const [, day] = TIME.exec(text) ?? [];
  const at = new Date(text);
  if (day === undefined || Number.isNaN(at.getTime())) return false;
  const year = at.getUTCFullYear();
  // JavaScript makes the 2nd of March of a 30th of February
  const isDay = new Date(`${day}T00:00Z`).toISOString().startsWith(day);
  return isDay && year >= YEARS.first && year <= YEARS.last;
}
