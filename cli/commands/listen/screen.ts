import type { LoggedEvent } from "../../lib/api/types/webhooks.ts";
import type { Attempt, Target } from "./forward.ts";

/** Shows how forwarding goes, and asks for what is typed. */
export type Screen = {
  connected(): void;
  lost(reason: string): void;
  received(event: LoggedEvent): void;
  started(event: LoggedEvent): void;
  forwarded(event: LoggedEvent, attempt: Attempt): Promise<void>;
  /** Resolves when the user ends it, rejects when it is interrupted. */
  ended: Promise<void>;
  close(): void;
};

export type ScreenOptions = {
  target: Target;
  /** Forwards an event once more. */
  repeat(event: LoggedEvent): Promise<void>;
};
