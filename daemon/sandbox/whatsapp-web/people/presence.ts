/** What somebody shows of themselves. */
export type Presence = "available" | "unavailable" | "composing" | "recording" | "paused";
