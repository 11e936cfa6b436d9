import type { EventType } from "../../events/catalogue.ts";

/** Which of our events are behind each of a form's own. */
export type Names = Readonly<Record<string, readonly EventType[]>>;

/** All of our events that a form has. */
export function typesOf(names: Names): EventType[] {
  return [...new Set(Object.values(names).flat())];
}

/** What an endpoint is set to that gets these of a form's own events. No name means all, and unknown names are left out. */
export function subscribed(names: Names, wanted: readonly string[]) {
  const known = wanted.filter((name) => Object.hasOwn(names, name));
  if (wanted.length === 0) return { filterTypes: null, format_events: null };
  return { filterTypes: [...new Set(known.flatMap((name) => names[name] ?? []))], format_events: known };
}
