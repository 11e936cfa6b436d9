/** What the receiver took; times since the events were emitted in milliseconds. */
export type Taken = { count: number; seconds: number; p50: number; p95: number; p99: number };

/** The options of the bare loop, as JSON in its first argument. */
export type LoopOptions = { urls: string[]; connections: number; bodies: number };

/** What it says, as JSON. */
export type LoopResult = { perSecond: number };
