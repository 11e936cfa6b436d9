import type { TemplateRow } from "../../db/templates/templates.ts";

const DAY_MS = 24 * 3600 * 1000;

/** How often Meta takes an edit of an approved template: so many times in so many milliseconds. */
const LIMITS = [
  { times: 1, withinMs: DAY_MS },
  { times: 10, withinMs: 30 * DAY_MS },
];

type Edited = Pick<TemplateRow, "status" | "edits">;

/** The edits of a template with one that is made now; only those of an approved one count. */
export function withEdit(template: Edited, now = Date.now()): string {
  if (template.status !== "approved") return template.edits;
  const kept = timesOf(template).filter((at) => at > now - 30 * DAY_MS);
  return JSON.stringify([...kept, now].map((at) => new Date(at).toISOString()));
}

/** When Meta takes an edit of a template again, by the edits that were made here; null: now. */
export function editableAt(template: Edited, now = Date.now()): Date | null {
  if (template.status !== "approved") return null;
  const times = timesOf(template);
  const ends = LIMITS.map(
    ({ times: most, withinMs }) => (times.at(-most) ?? Number.NEGATIVE_INFINITY) + withinMs,
  );
  const end = Math.max(...ends);
  return end > now ? new Date(end) : null;
}

/** Oldest first, in milliseconds since 1970. */
function timesOf({ edits }: Edited): number[] {
  return (JSON.parse(edits) as string[]).map((at) => Date.parse(at)).sort((one, other) => one - other);
}
