import { actorName } from "../auth/names.ts";
import type { Queryable, Sql } from "../connection/client.ts";
import type { MessageCost } from "../costs/message-price.ts";

export type ApprovalStatus = "waiting" | "approved" | "refused" | "expired" | "sent";

/** An approval as the API shows it: made by db/approvals/approvals.sql, for events as well. */
export type ApprovalRecord = {
  id: string;
  status: ApprovalStatus;
  channel_id: string;
  requested_by: { key_id: string; name: string | null };
  contact_id: string | null;
  contact_name: string | null;
  conversation_id: string | null;
  message: {
    channel_id: string;
    to: string | null;
    recipient: string | null;
    type: string;
    content: Record<string, unknown>;
    scheduled_at: string | null;
    metadata: Record<string, unknown> | null;
  };
  preview: { text: string };
  /** What it is expected to cost; null without a price. */
  cost: MessageCost | null;
  created_at: string;
  expires_at: string;
  decided_at: string | null;
  decided_by: { kind: string; id: string | null; name: string | null } | null;
  reason: string | null;
  message_id: string | null;
  /** Who is asked on WhatsApp; null where nobody is. */
  asked: { channel_id: string; to: string; message_id: string | null; reason: string | null } | null;
};

export type ApprovalFilter = {
  /** Only approvals of these channels; null is all. */
  channelIds: readonly string[] | null;
  id?: string | undefined;
  status?: ApprovalStatus | undefined;
  keyId?: string | undefined;
  channelId?: string | undefined;
  conversationId?: string | undefined;
};

/** The statuses that are stored of those that are shown as one: approved and ended ones are told apart by more. */
const STORED: Record<ApprovalStatus, string[]> = {
  ...{ waiting: ["waiting"], refused: ["refused"], approved: ["approved"], sent: ["approved"] },
  expired: ["expired", "waiting"],
};

/**
 * Approvals, the newest first; `before` is the id of one. Each stored status is read on its own: in the order of an index,
 * and no further than the page.
 */
export async function listApprovals(
  sql: Queryable,
  organizationId: string,
  { channelIds, id, status, keyId, channelId, conversationId }: ApprovalFilter,
  before: string | null,
  limit: number,
): Promise<Pick<HeldApproval, "record" | "input">[]> {
  return await sql<Pick<HeldApproval, "record" | "input">[]>`
    select approval_record(listed.approval) as record, (listed.approval).input
    from unnest(${status === undefined ? [null] : STORED[status]}::text[]) as stored (status)
    cross join lateral (
      select known as approval, known.id from approvals as known
      where known.organization_id = ${organizationId}
        ${id === undefined ? sql`` : sql`and known.id = ${id}`}
        ${status === undefined ? sql`` : sql`and known.status = stored.status and approval_status(known) = ${status}`}
        ${keyId === undefined ? sql`` : sql`and known.key_id = ${keyId}`}
        ${channelId === undefined ? sql`` : sql`and known.channel_id = ${channelId}`}
        ${
          conversationId === undefined
            ? sql``
            : sql`and (known.channel_id, approval_contact(known)) = (
                select conversation.channel_id, conversation.contact_id from conversations as conversation
                where conversation.organization_id = ${organizationId}
                  and conversation.id = current_conversation(${organizationId}, ${conversationId})
              )`
        }
        ${channelIds === null ? sql`` : sql`and known.channel_id = any (${channelIds as string[]})`}
        ${before === null ? sql`` : sql`and known.id < ${before}`}
      order by known.id desc
      limit ${limit}
    ) as listed
    order by listed.id desc
    limit ${limit}`;
}

/** An approval that nobody else decides until the transaction ends. */
export type HeldApproval = {
  record: ApprovalRecord;
  /** JSON text of what is accepted once it is approved. */
  input: string;
  template_hash: string | null;
  /** The business account of its channel; null of a paired number. */
  waba_id: string | null;
  is_channel_deleted: boolean;
  /** The key that asked was revoked, or has expired. */
  is_key_gone: boolean;
};

/** Holds an approval in a transaction; null when there is none, or its channel is none of these. */
export async function holdApproval(
  transaction: Queryable,
  organizationId: string,
  id: string,
): Promise<HeldApproval | null> {
  const [row] = await transaction<HeldApproval[]>`
    ${approvalById(transaction, organizationId, id)} for update of known`;
  return row ?? null;
}

/** The same, without holding it. */
export async function findApproval(
  sql: Queryable,
  organizationId: string,
  id: string,
): Promise<HeldApproval | null> {
  const [row] = await sql<HeldApproval[]>`${approvalById(sql, organizationId, id)}`;
  return row ?? null;
}

function approvalById(sql: Queryable, organizationId: string, id: string) {
  return sql`
    select approval_record(known) as record, known.input, known.template_hash, channel.waba_id,
      channel.deleted_at is not null as is_channel_deleted,
      not exists (
        select from api_keys as key
        where key.organization_id = known.organization_id and key.id = known.key_id
          and (key.expires_at is null or key.expires_at > now())
      ) as is_key_gone
    from approvals as known
    join channels as channel on channel.organization_id = known.organization_id and channel.id = known.channel_id
    where known.organization_id = ${organizationId} and known.id = ${id}`;
}

/** What was decided, and by which actor. */
export type Decision = {
  status: "approved" | "refused";
  reason: string | null;
  messageId: string | null;
  by: { kind: string; id: string | null };
};

/** Writes a decision down, and says it. */
export async function settleApproval(
  transaction: Queryable,
  organizationId: string,
  id: string,
  { status, reason, messageId, by }: Decision,
): Promise<ApprovalRecord> {
  const name = actorName(transaction, transaction`${organizationId}::text`, transaction`${by.id}::text`);
  const [row] = await transaction<[{ record: ApprovalRecord }]>`
    with settled as (
      update approvals set status = ${status}, decided_at = now(), reason = ${reason}, message_id = ${messageId},
        decided_by = jsonb_build_object('kind', ${by.kind}::text, 'id', ${by.id}::text, 'name', ${name})
      where organization_id = ${organizationId} and id = ${id}
      returning approvals as approval
    )
    select approval_record(approval) as record, emit_events(array[approval_event('approval.decided', approval)])
    from settled`;
  return row.record;
}

/** In one transaction: few enough to lock nobody's work for long. */
const AT_ONCE = 100;

/** Ends the approvals that waited for too long, however many daemons do so at once. */
export async function endApprovals(sql: Sql): Promise<void> {
  let ended: number;
  do {
    const [row] = await sql<{ ended: number }[]>`select end_approvals(${AT_ONCE}) as ended`;
    ended = row?.ended ?? 0;
  } while (ended === AT_ONCE);
}
