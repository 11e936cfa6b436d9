import type { KeyAgent, WhenHeld } from "../../auth/api-keys.ts";
import type { MessagePrice } from "../../costs/message-price.ts";

/** What is kept of a send while it waits for approval; names as in db/approvals/approvals.sql. */
export type ApprovalInput = {
  id: string;
  /** JSON text of what is accepted once it is approved. */
  input: string;
  /** JSON text of the message as a person is shown it. */
  message: string;
  /** Its words. */
  preview: string;
  /** Of a template: its definition as it is shown. */
  template_hash: string | null;
};

/** One message of a batch to accept; field names as in db/messages/accept/accept.sql. */
export type AcceptInput = {
  /** Its number in the batch; absent: its place in there. */
  n?: number;
  organization_id: string;
  id: string;
  channel_id: string;
  conversation_id: string | null;
  /** The digits of the recipient's number; null when they are named by `user_id`. */
  address: string | null;
  /** WhatsApp's own id of a recipient without a number: a business-scoped user id, or `<digits>@lid`. */
  user_id?: string | null;
  type: string;
  /** JSON text. */
  content: string;
  /** The uploaded files that the content names; absent or null: none. */
  media_ids?: readonly string[] | null;
  metadata: string | null;
  scheduled_at: string | null;
  /** When it ends; absent or null: 24 hours after it is due. */
  expires_at?: string | null;
  /** The same end as a span from when it is due, where it was given so: the database counts it by its own clock. */
  ttl_seconds?: number | null;
  /** A rank; absent or null: that of normal. */
  priority?: number | null;
  /** The broadcast that it is of; absent or null: none. */
  broadcast_id?: string | null;
  /** The id of the user or the API key that has it sent; absent or null: nobody has. */
  author?: string | null;
  /** The guard of the agent's key that it is sent by; absent or null: it has none. */
  guard?: KeyAgent | null;
  /** Where the guard may want a person's approval: what is kept of it meanwhile; absent or null: it needs none. */
  approval?: ApprovalInput | null;
  /**
   * Of an answer: what becomes of it while another holds the conversation, of a bot's, and for how long it has who sends
   * it hold that; absent or null: neither. See db/conversations/hold.sql.
   */
  holding?: { when_held?: WhenHeld | null; seconds?: number | null } | null;
  /** Its price by the rate card; absent or null: it has none. */
  cost?: MessagePrice | null;
  /** The messaging account at Meta that it is to be sent with; absent or null: its channel's. */
  messaging_account_id?: string | null;
  /** Refused unless its recipient wrote within the last 24 hours. */
  needs_window: boolean;
  /** Sent to a person, as opposed to an operation. */
  addressed: boolean;
  created_at: string;
  idempotency_key: string | null;
  fingerprint: string | null;
  /** The response to give, kept for repetitions of the idempotency key. */
  response: string;
};

/**
 * Messages to accept as JSON. What is null is left out, and so is a response that no key keeps: Postgres reads less than
 * half as much, which is a tenth of what accepting takes it.
 */
export function inputsJson(batch: readonly AcceptInput[]): string {
  return JSON.stringify(batch.map(given));
}

function given<Input extends AcceptInput>(input: Input, place: number): Partial<Input> {
  const isKept = input.idempotency_key !== null;
  const fields: Partial<Input> = {};
  fields.n = input.n ?? place;
  // entries would be made for each of them, which takes three times as long
  for (const name in input) {
    if (input[name] !== null && (isKept || name !== "response")) fields[name] = input[name];
  }
  return fields;
}
