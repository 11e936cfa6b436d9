import type { Sql } from "../connection/client.ts";

/** A call as it is stored; the calls of a route are processed in the order they came. */
export type RoutedCall = { route: string; body: string };

/** Stores calls of providers, durably; the same caller processes them right after it. */
export async function storeWebhooks(sql: Sql, provider: string, calls: readonly RoutedCall[]): Promise<void> {
  await sql`select store_webhooks(${provider}, ${JSON.stringify(calls)}::text::json)`;
}

/** One status as db/inbound/apply-statuses.sql takes it. */
export type StatusInput = {
  message_id: string | null;
  provider_message_id: string;
  status: string;
  at: Date;
  error: string | null;
  pricing: string | null;
  /** Of what Meta's agent sent. */
  holder?: "agent";
};

/** One message as db/inbound/receive-messages.sql takes it. */
export type ReceivedInput = {
  id: string;
  provider_message_id: string;
  direction: string;
  identity_type: string;
  identity_value: string;
  other_type: string | null;
  other_value: string | null;
  name: string | null;
  from_phone: string | null;
  /** WhatsApp's own id of the person: a business-scoped user id, or `<digits>@lid`. */
  user_id: string | null;
  username: string | null;
  /** Who wrote in a group, which is then the person: their address, and what db/inbound/participants.sql takes. */
  participant?: string | null;
  participant_type?: string | null;
  participant_value?: string | null;
  participant_other_type?: string | null;
  participant_other_value?: string | null;
  participant_name?: string | null;
  /** Who wrote it, of what another than the business sent on the number. */
  author?: string;
  /** Who holds the conversation, where the message says so; see db/conversations/handover.sql. */
  holder?: string;
  type: string;
  content: string;
  /** JSON text of the files that came with it; see db/media/media.sql. */
  media: string | null;
  /** JSON text of the order that it places; see db/orders/create.sql. */
  ordered: string | null;
  /** JSON text of what it asks for; see db/contacts/opt-outs.sql. */
  opt_out: string | null;
  /** JSON text of a press that may decide an approval; absent: none. See db/approvals/asks.sql. */
  press?: string;
  /** Whether they came from an advertisement that leads to the chat; absent: no. */
  advertised?: boolean;
  /** JSON text of what the rules of the inbox mean for it; see db/inbound/inbox-rules.sql. */
  rules: string | null;
  at: Date;
};

/** Who changes a message, as wrote_message takes them; see db/inbound/revise-message.sql. */
export type AuthorInput = {
  type: string;
  value: string;
  direction: string;
  other_type?: string | undefined;
  other_value?: string | undefined;
  participant?: string | undefined;
  participant_type?: string | undefined;
  participant_value?: string | undefined;
  participant_other_type?: string | undefined;
  participant_other_value?: string | undefined;
  is_admin: boolean;
};

/** Messages that came late, as db/inbound/missed.sql takes them. */
export type MissedInput = {
  id: string;
  provider_message_id: string;
  identity_type: string;
  identity_value: string;
  since: Date;
  until: Date;
};

/** An edit or a revocation, as db/inbound/revise-message.sql takes it. */
export type RevisionInput = {
  provider_message_id: string;
  original_id: string;
  content: string | null;
  author: AuthorInput | null;
  /** JSON text of what its new words ask for; see db/contacts/opt-outs.sql. */
  opt_out: string | null;
  at: Date;
};
