import type { BroadcastKey } from "../../../db/broadcasts/work.ts";

/** Milliseconds until the next step (0: at once); null: none before somebody changes the broadcast. */
export type Next = number | null;

/** When the next look at a broadcast is due. */
export type LookEnd = { key: BroadcastKey; outcome: "looked" | "failed"; afterMs: number };
