import type { Option } from "./prompt.ts";

/** A way to put a conversation off; `until` is null where it lasts until they write. */
export type SnoozeChoice = Option & { until: string | null };

const MORNING = 9;
const MONDAY = 1;

/** The times that a conversation is put off to most often, by this machine's clock. */
export function snoozeChoices(now: Date): SnoozeChoice[] {
  const tomorrow = morningIn(now, 1);
  const monday = morningIn(now, (MONDAY - now.getDay() + 7) % 7 || 7);
  return [
    { label: "for 1 hour", value: "hour", until: new Date(now.getTime() + 3600_000).toISOString() },
    { label: "tomorrow at 9:00", value: "tomorrow", until: tomorrow.toISOString() },
    { label: "Monday at 9:00", value: "monday", until: monday.toISOString() },
    { label: "until they write", value: "written", until: null },
  ];
}

function morningIn(now: Date, days: number): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, MORNING);
}
