/** The plan of a world with several Postgres servers: who writes steadily, and how the primary goes away. */
import type { History } from "../history/history.ts";
import type { Away, PlannedFault } from "./fault-plan.ts";
import type { ConversationPlan } from "./organization-plan.ts";
import { type Plan, planOf } from "./plan.ts";

const WAYS: readonly Away[] = ["lost", "switched", "cut"];
/** One goes away after the other: in that time, all is well again and has been for a while. */
const EACH_SECONDS = 80;
const FIRST_MS = 10_000;
/** So many write at the official number, each this often: twenty a second. */
const CLIENTS = 20;
const EVERY_MS = 1000;

/** The world of a seed without its faults; instead, the primary is lost, switched over and cut off, in turn. */
export function planFailover(seed: number, seconds: number): Plan {
  const plan = planOf(seed, seconds);
  const [first, ...others] = plan.organizations;
  if (first === undefined) throw new Error("the plan has no organization");
  const clients = Array.from({ length: CLIENTS }, (_, n) => clientOf(n, seconds));
  const faults = Array.from({ length: Math.max(1, Math.floor(seconds / EACH_SECONDS)) }, (_, id) => ({
    ...{ id, atMs: FIRST_MS, kind: "primary", how: WAYS[id % WAYS.length] ?? "lost" },
  })) satisfies object[] as PlannedFault[];
  const conversations = [...first.conversations, ...clients];
  return { ...plan, organizations: [{ ...first, conversations }, ...others], faults, isPooled: false };
}

function clientOf(n: number, seconds: number): ConversationPlan {
  const messages = Array.from({ length: (seconds * 1000) / EVERY_MS }, (_, nth) => ({
    ...({ atMs: (nth + n / CLIENTS) * EVERY_MS, manner: "single", priority: "normal" } as const),
  }));
  const person = `1415557${String(n).padStart(4, "0")}`;
  return { channel: 0, person, habit: "reached", messages, isSuppressed: false };
}

/** How the primary went away each time, and the longest that nothing was accepted then, in milliseconds. */
export function pausesOf({ sends, faults }: History): { says: string; longestMs: number }[] {
  const accepted = sends
    .flatMap((send) => send.accepted.map(({ at }) => at))
    .sort((one, other) => one - other);
  return faults
    .filter(({ kind }) => kind === "primary")
    .map(({ says, at, until }) => {
      const during = [at, ...accepted.filter((moment) => moment > at && moment < until), until];
      const gaps = during.slice(1).map((moment, n) => moment - (during[n] ?? moment));
      return { says, longestMs: Math.max(0, ...gaps) };
    });
}
