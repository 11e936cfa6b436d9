import type { Queryable, Sql, Transaction } from "../connection/client.ts";

/** An approval that somebody is asked for on WhatsApp, as it is now. */
export type AskRow = {
  organization_id: string;
  approval_id: string;
  channel_id: string;
  address: string;
  template: { name: string; language: string } | null;
  message_id: string | null;
  shown: string | null;
  pressed_at: Date | null;
};

const columns = (sql: Queryable) =>
  sql`organization_id, approval_id, channel_id, address, template, message_id, shown, pressed_at`;

/** Whom an approval is asked of; null where nobody is asked on WhatsApp. */
export async function findAsk(
  sql: Queryable,
  organizationId: string,
  approvalId: string,
): Promise<AskRow | null> {
  const [row] = await sql<AskRow[]>`
    select ${columns(sql)} from approval_asks
    where organization_id = ${organizationId} and approval_id = ${approvalId}`;
  return row ?? null;
}

/** The same, by the message that asks. */
export async function findAskOfMessage(
  sql: Queryable,
  organizationId: string,
  messageId: string,
): Promise<AskRow | null> {
  const [row] = await sql<AskRow[]>`
    select ${columns(sql)} from approval_asks
    where organization_id = ${organizationId} and message_id = ${messageId}`;
  return row ?? null;
}

/** Locks what one person is asked on one channel until the transaction ends; the ask as it is then. */
export async function holdAsk(sql: Transaction, ask: AskRow): Promise<AskRow | null> {
  const place = `approvals of ${ask.channel_id} ${ask.address}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${place}, 0))`;
  return await findAsk(sql, ask.organization_id, ask.approval_id);
}

/** Notes the message that asks, and the hash of what it shows. */
export async function noteAsked(
  sql: Queryable,
  { organization_id, approval_id }: AskRow,
  messageId: string,
  shown: string,
): Promise<void> {
  await sql`
    update approval_asks set message_id = ${messageId}, shown = ${shown}, reason = null
    where organization_id = ${organization_id} and approval_id = ${approval_id}`;
}

/** Notes why the person is not asked. */
export async function noteUnasked(
  sql: Queryable,
  { organization_id, approval_id }: AskRow,
  reason: string,
): Promise<void> {
  await sql`
    update approval_asks set reason = ${reason}
    where organization_id = ${organization_id} and approval_id = ${approval_id}`;
}

/** Notes that the person is invited to write; false where they were for another approval, and have not written since. */
export async function noteInvited(sql: Queryable, ask: AskRow): Promise<boolean> {
  const { organization_id, approval_id, channel_id, address } = ask;
  const noted = await sql`
    update approval_asks as ask set invited_at = now()
    where ask.organization_id = ${organization_id} and ask.approval_id = ${approval_id} and not exists (
      select from approval_asks as other
      where other.organization_id = ${organization_id} and other.channel_id = ${channel_id}
        and other.address = ${address} and other.message_id is null
        and other.invited_at > now() - service_window()
    )`;
  return noted.count > 0;
}

/** Notes the one press that counts; false where there was one before. */
export async function notePressed(
  sql: Queryable,
  { organization_id, approval_id }: AskRow,
): Promise<boolean> {
  const noted = await sql`
    update approval_asks set pressed_at = now()
    where organization_id = ${organization_id} and approval_id = ${approval_id} and pressed_at is null`;
  return noted.count > 0;
}

/** Somebody as a platform names them. */
export type Named = { type: string | null; value: string | null };

/** Whether that is the person who is asked. */
export async function isApprover(sql: Sql, ask: AskRow, [person, other]: [Named, Named]): Promise<boolean> {
  const [row] = await sql<{ is_approver: boolean }[]>`
    select is_approver(
      ${ask.organization_id}, ${ask.address}, ${person.type}, ${person.value}, ${other.type}, ${other.value}
    )`;
  return row?.is_approver ?? false;
}
