import { Problem } from "../../../../api/problem.ts";
import type { Outgoing } from "../outgoing.ts";
import { verdictOf } from "./verdict.ts";

/** For so long the daemon knows an idempotency key, less what the clocks of two machines may differ by. */
const MOST_MS = 23 * 3_600_000;

/** An answer as the browser keeps it. */
export function asKept({ key, at, press, text, quoted, scheduledAt, isUnsure, problem }: Outgoing): string {
  const { status, code, detail, hint } = problem ?? {};
  const why = problem && { status, code, detail, hint };
  return JSON.stringify({ key, at, press, text, quoted, scheduledAt, isUnsure, problem: why });
}

/** The answer that a browser kept, with its file if it has one; null for what is none. */
export function fromKept(kept: string | null, file: Outgoing["file"] = null): Outgoing | null {
  const { key, at, press, text, quoted, scheduledAt, isUnsure, problem } = objectIn(kept);
  if (typeof key !== "string" || typeof at !== "number" || typeof text !== "string") return null;
  if (text === "" && file === null) return null;
  return {
    ...{ key, at, text, file, problem: problemIn(problem), accepted: null },
    press: typeof press === "string" ? press : key,
    quoted: typeof quoted === "object" ? (quoted as Outgoing["quoted"]) : null,
    scheduledAt: typeof scheduledAt === "string" ? scheduledAt : null,
    // what is not known was asked for
    isUnsure: isUnsure !== false,
  };
}

/** What is on its way with one more, or with that one as it is now; in the order in which it was sent. */
export function withOne(pending: readonly Outgoing[], one: Outgoing): readonly Outgoing[] {
  const others = pending.filter(({ key }) => key !== one.key);
  return [...others, one].toSorted((first, second) => first.at - second.at);
}

/** What is sent next: nothing overtakes what was sent before it, unless that waits for a person. */
export function nextOf(pending: readonly Outgoing[], now: number): Outgoing | null {
  return pending.find((one) => one.accepted === null && !waitsForPerson(one, now)) ?? null;
}

/** Whether only a person has it sent: it was refused, or its key may be forgotten, by which it is sent only once. */
export function waitsForPerson({ at, problem }: Outgoing, now: number): boolean {
  return now - at > MOST_MS || (problem !== null && verdictOf(problem, true) !== "again");
}

/** Why it was not sent, as it was kept. */
function problemIn(kept: unknown): Problem | null {
  const { status, code, detail, hint } = Object(kept) as Record<string, unknown>;
  if (typeof status !== "number" || typeof code !== "string" || typeof detail !== "string") return null;
  return new Problem(status, code, detail, typeof hint === "string" ? hint : null);
}

function objectIn(kept: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(kept ?? "null");
    return typeof value === "object" && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
