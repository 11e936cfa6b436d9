import type { Conversation } from "../types.ts";

/** Whether somebody may be written to freely: for a while after they wrote, not any more, or always. */
export type Window = "always" | "open" | "closed";

/** The window of a conversation at a time. */
export function windowOf(
  {
    service_window,
    service_window_until: until,
  }: Pick<Conversation, "service_window" | "service_window_until">,
  now: number,
): Window {
  if (until !== null && Date.parse(until) > now) return "open";
  return service_window === null ? "always" : "closed";
}

const SOON_MS = 4 * 3600_000;

/** Whether a window closes so soon that it is said where there is little room. */
export function isEnding(
  { service_window_until: until }: Pick<Conversation, "service_window_until">,
  now: number,
) {
  return until !== null && Date.parse(until) - now < SOON_MS;
}

/** What somebody does in the box. */
export type Doing = "answer" | "note" | "recording";

/** What somebody may put into an answer, by what they may do and by the number. */
export type Allowed = { files: boolean; templates: boolean };

/** What the box offers. Without `send`, only a template can be sent. */
export type Tools = Readonly<
  Record<"files" | "emoji" | "record" | "template" | "note" | "later" | "send", boolean>
>;

/** What the box offers by what is done in it. */
export function toolsOf(doing: Doing, window: Window, allowed: Allowed): Tools {
  const isAnswer = doing !== "note";
  const send = window !== "closed" || !isAnswer;
  const files = allowed.files && isAnswer && send;
  return {
    files,
    emoji: send && doing !== "recording",
    record: files && doing !== "recording",
    template: allowed.templates && isAnswer && send,
    note: doing !== "recording",
    later: isAnswer && send,
    send,
  };
}
