import type { Phone } from "../accounts/phone.ts";
import type { Bill } from "../billing/biller.ts";
import type { ReplyButton } from "./buttons.ts";
import type { ShownFile } from "./files.ts";

/** A call of the messages endpoint that was accepted. */
export type Accepted = {
  wamid: string;
  /** The recipient's digits, or the user id when the call named no number; null for a read receipt. */
  to: string | null;
  byUserId: boolean;
  /** The people of the group that it went to, which is then the recipient; null for a person. */
  members: readonly string[] | null;
  /** The edge that took it: another one than was called, where Meta fell back. */
  edge: "messages" | "marketing_messages";
  type: string;
  /** Whom it is billed to, where the call said so. */
  messagingAccountId?: string | undefined;
  /** It has a button with which its reader shares their number. */
  asksForNumber: boolean;
  callback: string | null;
  /** Lower-case template category; null when no template was sent. */
  category: string | null;
  /** Null for a read receipt, which costs nothing. */
  bill: Bill | null;
  /** Of a group each of its people is billed. */
  memberBills?: ReadonlyMap<string, Bill>;
  /** The uploaded files that it showed. */
  files: ShownFile[];
  buttons: ReplyButton[];
  /** The wamid of the message that it answers. */
  quotes?: string | undefined;
  /** It was answered like any other, but nobody gets it. */
  dropped: boolean;
  at: number;
  phone: Phone;
};

export type MessageLog = ReturnType<typeof createMessageLog>;

/** How many accepted calls are remembered; totals count beyond it. */
const LOG_SIZE = 200_000;

/** Remembers what was accepted, in a ring, and counts calls by their `biz_opaque_callback_data`. */
export function createMessageLog(size = LOG_SIZE) {
  let ring: Accepted[] = [];
  let total = 0;
  let calls = new Map<string, number>();
  let refused = new Map<number, number>();
  let dropped = 0;

  function forget(old: Accepted | undefined): void {
    if (old === undefined || old.callback === null) return;
    const left = (calls.get(old.callback) ?? 0) - 1;
    if (left > 0) calls.set(old.callback, left);
    else calls.delete(old.callback);
  }

  return {
    accept(call: Accepted): void {
      forget(ring[total % size]);
      ring[total % size] = call;
      total += 1;
      if (call.dropped) dropped += 1;
      if (call.callback !== null) calls.set(call.callback, (calls.get(call.callback) ?? 0) + 1);
    },
    refuse(code: number): void {
      refused.set(code, (refused.get(code) ?? 0) + 1);
    },
    total: () => total,
    dropped: () => dropped,
    refused: () => Object.fromEntries(refused),
    calls: (): ReadonlyMap<string, number> => calls,
    find: (wamid: string): Accepted | undefined => ring.find((call) => call.wamid === wamid),
    /** Oldest first. */
    all: (): Accepted[] => [...ring.slice(total % size), ...ring.slice(0, total % size)],
    clear(): void {
      ring = [];
      total = 0;
      calls = new Map();
      refused = new Map();
      dropped = 0;
    },
  };
}
