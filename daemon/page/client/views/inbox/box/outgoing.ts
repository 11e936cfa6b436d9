import type { Problem } from "../../../api/problem.ts";
import type { FileKind } from "../../../parts/files/file-kind.ts";
import type { Message } from "../types.ts";

/** A file that is to be sent. */
export type Attached = {
  key: string;
  file: Pick<File, "name" | "type" | "size">;
  /** What the daemon has to be sent of it; null of a file that it has. */
  bytes: File | null;
  /** Its address, to look at it before. */
  url: string;
  kind: FileKind;
  isVoice: boolean;
  /** Whether it goes out from an official number, which takes fewer types. */
  isOfficial: boolean;
  caption: string;
  /** The part of it that the daemon has, from 0 to 1. */
  share: number;
  /** Why it can't be sent. */
  problem: string | null;
};

/** What was sent and is not accepted yet, or was accepted and is not shown as a message yet. */
export type Outgoing = {
  /** Its idempotency key. */
  key: string;
  /** When it was sent, in milliseconds; none has the time of another one. */
  at: number;
  /** What was sent at one press has the same. */
  press: string;
  text: string;
  file: Attached | null;
  quoted: Message | null;
  scheduledAt: string | null;
  /** Whether the daemon was asked to take it, and the answer was not heard. */
  isUnsure: boolean;
  /** Why it is not sent yet. */
  problem: Problem | null;
  /** The message that it became. */
  accepted: string | null;
};
