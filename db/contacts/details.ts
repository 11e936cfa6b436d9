import type { Queryable } from "../connection/client.ts";

export type NoteRow = { id: string; body: string; author: string | null; created_at: Date };
export type TagRow = { name: string; created_at: Date };
export type ConsentRow = {
  channel: string;
  state: string;
  source: string | null;
  proof: string | null;
  stated_at: Date | null;
  expires_at: Date | null;
  created_at: Date;
  updated_at: Date;
};
export type SuppressionRow = {
  channel: string;
  reason: string;
  proof: string | null;
  until: Date | null;
  created_at: Date;
};
export type HistoryRow = { id: string; action: string; detail: string; created_at: Date };

/**
 * The contact of these details. A write fails as a serialization failure when the contact was merged or deleted since
 * it was looked up: look it up again.
 */
export type ContactKey = { organizationId: string; contactId: string };

/** The notes of a contact, newest first, older than `before` (a note's id). */
export async function listNotes(
  sql: Queryable,
  { organizationId, contactId }: ContactKey,
  before: string | null,
  limit: number,
): Promise<NoteRow[]> {
  return await sql<NoteRow[]>`
    select id, body, author, created_at from contact_notes
    where organization_id = ${organizationId} and contact_id = ${contactId}
      ${before === null ? sql`` : sql`and id < ${before}`}
    order by id desc limit ${limit}`;
}

/** Writes a note, with its event; fails as `isRefusedByBounds` when the contact has a thousand already. */
export async function insertNote(
  sql: Queryable,
  { organizationId, contactId }: ContactKey,
  note: Pick<NoteRow, "id" | "body" | "author">,
): Promise<NoteRow> {
  const [row] = await sql<NoteRow[]>`
    with held as materialized (
      select hold_contact(${organizationId}, ${contactId}), refuse_many_notes(${organizationId}, ${contactId})
    ), written as (
      insert into contact_notes (organization_id, contact_id, id, body, author)
      select ${organizationId}, ${contactId}, ${note.id}, ${note.body}, ${note.author} from held
      returning id, body, author, created_at
    )
    select written.*, tell_contact(${organizationId}, ${contactId}) from written`;
  if (row === undefined) throw new Error("the note was not written");
  return row;
}

/** The tags of a contact, by name. */
export async function listTags(sql: Queryable, { organizationId, contactId }: ContactKey): Promise<TagRow[]> {
  return await sql<TagRow[]>`
    select name, created_at from contact_tags
    where organization_id = ${organizationId} and contact_id = ${contactId}
    order by name`;
}

/** Gives a contact tags; those it had stay as they were. Emits an event when any was new. */
export async function addTags(
  sql: Queryable,
  { organizationId, contactId }: ContactKey,
  names: readonly string[],
): Promise<void> {
  await sql`
    with held as materialized (select hold_contact(${organizationId}, ${contactId})), added as (
      insert into contact_tags (organization_id, name, contact_id)
      select distinct ${organizationId}, name, ${contactId}
      from held cross join unnest(${names as string[]}::text[]) as name
      order by name
      on conflict do nothing
      returning contact_id
    )
    select refuse_many_tags(${organizationId}, one.contact_id), touch_contact(${organizationId}, one.contact_id)
    from (select distinct contact_id from added) as one`;
}

/** Takes a tag away, with its event; false when the contact did not have it. */
export async function removeTag(
  sql: Queryable,
  { organizationId, contactId }: ContactKey,
  name: string,
): Promise<boolean> {
  const rows = await sql`
    with held as materialized (select hold_contact(${organizationId}, ${contactId})), removed as (
      delete from contact_tags using held
      where organization_id = ${organizationId} and contact_id = ${contactId} and name = ${name}
      returning contact_id
    )
    select touch_contact(${organizationId}, contact_id) from removed`;
  return rows.length > 0;
}

export async function listConsents(
  sql: Queryable,
  { organizationId, contactId }: ContactKey,
): Promise<ConsentRow[]> {
  return await sql<ConsentRow[]>`
    select channel, state, source, proof, stated_at, expires_at, created_at, updated_at from contact_consents
    where organization_id = ${organizationId} and contact_id = ${contactId}
    order by channel`;
}

/** Writes the consent for a channel in place of the previous one, with its event. */
export async function putConsent(
  sql: Queryable,
  { organizationId, contactId }: ContactKey,
  consent: Pick<ConsentRow, "channel" | "state" | "source" | "proof"> & {
    stated_at: string | null;
    expires_at: string | null;
  },
): Promise<ConsentRow> {
  const { channel, state, source, proof, stated_at, expires_at } = consent;
  const [row] = await sql<ConsentRow[]>`
    with held as materialized (select hold_contact(${organizationId}, ${contactId})), written as (
      insert into contact_consents as known (
        organization_id, contact_id, channel, state, source, proof, stated_at, expires_at
      )
      select ${organizationId}, ${contactId}, ${channel}, ${state}, ${source}, ${proof},
        ${stated_at}::timestamptz, ${expires_at}::timestamptz
      from held
      on conflict (organization_id, contact_id, channel) do update set
        state = excluded.state, source = excluded.source, proof = excluded.proof,
        stated_at = excluded.stated_at, expires_at = excluded.expires_at, updated_at = now()
      returning channel, state, source, proof, stated_at, expires_at, created_at, updated_at
    )
    select written.*, tell_contact(${organizationId}, ${contactId}) from written`;
  if (row === undefined) throw new Error("the consent was not written");
  return row;
}

export async function listSuppressions(
  sql: Queryable,
  { organizationId, contactId }: ContactKey,
): Promise<SuppressionRow[]> {
  return await sql<SuppressionRow[]>`
    select channel, reason, proof, until, created_at from suppressions
    where organization_id = ${organizationId} and contact_id = ${contactId}
    order by channel`;
}

/**
 * Suppresses a contact on a channel, in place of the previous suppression, with its event; null, and nothing is changed,
 * where that one is stricter and may not be softened.
 */
export async function putSuppression(
  sql: Queryable,
  { organizationId, contactId }: ContactKey,
  suppression: Pick<SuppressionRow, "channel" | "reason" | "proof"> & {
    until: string | null;
    maySoften: boolean;
  },
): Promise<SuppressionRow | null> {
  const { channel, reason, proof, until, maySoften } = suppression;
  const [row] = await sql<SuppressionRow[]>`
    with held as materialized (select hold_contact(${organizationId}, ${contactId})), written as (
      insert into suppressions as mine (organization_id, contact_id, channel, reason, proof, until)
      select ${organizationId}, ${contactId}, ${channel}, ${reason}, ${proof}, ${until}::timestamptz from held
      on conflict (organization_id, contact_id, channel) do update set
        reason = excluded.reason, proof = excluded.proof, until = excluded.until
      where ${maySoften}
        or strictness_of(excluded.reason, excluded.until) >= strictness_of(mine.reason, mine.until)
      returning channel, reason, proof, until, created_at
    )
    select written.*, tell_contact(${organizationId}, ${contactId}) from written`;
  return row ?? null;
}

/** Lifts a suppression, with its event; false when there is none. */
export async function liftSuppression(
  sql: Queryable,
  { organizationId, contactId }: ContactKey,
  channel: string,
): Promise<boolean> {
  const rows = await sql`
    with held as materialized (select hold_contact(${organizationId}, ${contactId})), lifted as (
      delete from suppressions using held
      where organization_id = ${organizationId} and contact_id = ${contactId} and channel = ${channel}
      returning contact_id
    )
    select tell_contact(${organizationId}, contact_id) from lifted`;
  return rows.length > 0;
}

/** Changes of the identities of a contact, newest first, older than `before`. */
export async function listHistory(
  sql: Queryable,
  { organizationId, contactId }: ContactKey,
  before: string | null,
  limit: number,
): Promise<HistoryRow[]> {
  return await sql<HistoryRow[]>`
    select id, action, detail, created_at from contact_history
    where organization_id = ${organizationId} and contact_id = ${contactId}
      ${before === null ? sql`` : sql`and id < ${before}`}
    order by id desc limit ${limit}`;
}
