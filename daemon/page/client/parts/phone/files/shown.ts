import type { Json } from "../read.ts";

/** A file that the daemon has, and what to do when it can't be shown. */
export type Shown = { id: string; name: string; file: Json; onGone: () => void };
