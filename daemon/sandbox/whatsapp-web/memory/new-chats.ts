/** How many chats an account may begin within a cycle, and how many it has begun in the one that began at `cycleStart`. */
export type NewChatLimit = {
  /** Null: any number. */
  total: number | null;
  used: number;
  /** ISO 8601. */
  cycleStart: string;
  /** Null: cycles are calendar months. */
  cycleSeconds: number | null;
};

export type Capping = "NONE" | "FIRST_WARNING" | "SECOND_WARNING" | "CAPPED";

/** A limit in one of its cycles. */
export type NewChats = Pick<NewChatLimit, "total" | "used"> & { start: Date; end: Date; capping: Capping };

/** From which share of the limit on WhatsApp warns, and stops. Made up: WhatsApp names none. */
const STEPS: readonly [from: number, capping: Capping][] = [
  [1, "CAPPED"],
  [0.9, "SECOND_WARNING"],
  [0.8, "FIRST_WARNING"],
];

export const UNLIMITED: NewChatLimit = { total: null, used: 0, cycleStart: "", cycleSeconds: null };

/** A limit that begins now, in the present month or in cycles from now on. */
export function limitOf(
  { total, used = 0, cycle_seconds }: { total: number | null; used?: number; cycle_seconds?: number },
  now: Date,
): NewChatLimit {
  const start = cycle_seconds === undefined ? monthOf(now).start : now;
  return { total, used, cycleStart: start.toISOString(), cycleSeconds: cycle_seconds ?? null };
}

/** The limit after one more chat. */
export function withOneMore(limit: NewChatLimit, now: Date): NewChatLimit {
  const { start, used } = newChatsAt(limit, now);
  return { ...limit, used: used + 1, cycleStart: start.toISOString() };
}

/** A limit as it stands at a moment: a new cycle begins with nothing used. */
export function newChatsAt(limit: NewChatLimit, now: Date): NewChats {
  const { start, end } = limit.cycleSeconds === null ? monthOf(now) : cycleOf(limit, limit.cycleSeconds, now);
  const used = start.toISOString() === limit.cycleStart ? limit.used : 0;
  return { total: limit.total, used, start, end, capping: cappingOf(limit.total, used) };
}

function cappingOf(total: number | null, used: number): Capping {
  if (total === null) return "NONE";
  return STEPS.find(([from]) => used >= from * total)?.[1] ?? "NONE";
}

function monthOf(now: Date): { start: Date; end: Date } {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  return { start: new Date(Date.UTC(year, month)), end: new Date(Date.UTC(year, month + 1)) };
}

function cycleOf({ cycleStart }: NewChatLimit, seconds: number, now: Date): { start: Date; end: Date } {
  const first = Date.parse(cycleStart);
  const over = Math.floor((now.getTime() - first) / (seconds * 1000));
  const start = first + over * seconds * 1000;
  return { start: new Date(start), end: new Date(start + seconds * 1000) };
}
