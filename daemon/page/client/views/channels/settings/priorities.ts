import type { ChannelSettings } from "./changed-settings.ts";

export type Priorities = NonNullable<ChannelSettings["priority"]>;

const TEMPLATE = "template";

/** The categories of templates, which may differ. */
const CATEGORIES = ["template.AUTHENTICATION", "template.UTILITY", "template.MARKETING"];

/** What goes before or after others, a line each: a type of message, or `template.MARKETING`. */
export function linesOf(priorities: Priorities): [kind: string, priority: string][] {
  return Object.entries(priorities).flatMap(([type, given]): [string, string][] =>
    typeof given === "string"
      ? [[type, given]]
      : Object.entries(given).map(([category, priority]) => [`${type}.${category}`, priority]),
  );
}

/** The priorities with another one of a kind, or with that which is usual, for null. */
export function withPriority(priorities: Priorities, kind: string, priority: string | null): Priorities {
  const lines = new Map(linesOf(priorities));
  if (priority === null) lines.delete(kind);
  else lines.set(kind, priority);
  return fromLines(lines);
}

function fromLines(lines: ReadonlyMap<string, string>): Priorities {
  const next: Record<string, string | Record<string, string>> = {};
  for (const [kind, priority] of lines) {
    const [type = kind, category] = kind.split(".");
    next[type] = category === undefined ? priority : { ...Object(next[type]), [category]: priority };
  }
  return next;
}

/** What has no line yet. Templates have one for all, or some for their categories. */
export function kindsLeft(priorities: Priorities, types: readonly string[]): string[] {
  const taken = linesOf(priorities).map(([kind]) => kind);
  const ofTemplates = taken.includes(TEMPLATE) ? [] : CATEGORIES;
  return [...ofTemplates, ...types.filter((type) => type !== TEMPLATE)].filter(
    (kind) => !taken.includes(kind),
  );
}
