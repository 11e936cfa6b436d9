import type { BroadcastKey } from "../../../db/broadcasts/work.ts";

/** What comes after a step: more after so many milliseconds (0: at once); null: nothing before somebody changes it. */
export type Next = number | null;

/** When the next look at a broadcast is due. */
export type LookEnd = { key: BroadcastKey; outcome: "looked" | "failed"; afterMs: number };
