import type { Queryable, Sql } from "../connection/client.ts";

export type IdentityRow = {
  id: string;
  type: string;
  value: string;
  source: string | null;
  verified: boolean;
  created_at: string;
};

export type ContactRow = {
  id: string;
  phone_number: string | null;
  name: string | null;
  email: string | null;
  external_source: string | null;
  external_id: string | null;
  /** JSON text. */
  custom_fields: string;
  version: number;
  created_at: Date;
  updated_at: Date;
  identities: IdentityRow[];
  tags: string[];
};

/** The given members of a contact; see db/contacts/upsert.sql. */
export type ContactInput = {
  phone_number?: string;
  name?: string;
  email?: string;
  external_source?: string;
  external_id?: string;
  bsuid?: string;
  parent_bsuid?: string;
  lid?: string;
  username?: string;
  custom_fields?: Record<string, unknown>;
  tags?: readonly string[];
  /** Fields to empty; `external_id` stands for both halves of it. */
  cleared?: readonly string[];
};

export type UpsertOutcome = {
  n: number;
  outcome: "created" | "updated" | "unchanged" | "conflict" | "too_large";
  contact_id: string | null;
};

/** Makes or changes contacts in the given order and emits their events in the same transaction. */
export async function upsertContacts(
  sql: Queryable,
  organizationId: string,
  contacts: readonly ContactInput[],
): Promise<UpsertOutcome[]> {
  const rows = contacts.map((contact, n) => ({ ...contact, n }));
  return await sql<UpsertOutcome[]>`
    select n, outcome, contact_id
    from upsert_contacts(${organizationId}, ${JSON.stringify(rows)}::text::json) order by n`;
}

/** A contact by its id, or by the id of one that was merged into it; null when there is none. */
export async function findContact(
  sql: Queryable,
  organizationId: string,
  id: string,
): Promise<ContactRow | null> {
  const [row] = await sql<ContactRow[]>`
    select ${shown(sql)}
    from contacts as contact ${besideContact(sql)}
    where contact.organization_id = ${organizationId} and contact.id = coalesce((
      select alias.contact_id from contact_aliases as alias
      where alias.organization_id = ${organizationId} and alias.id = ${id}
    ), ${id})`;
  return row ?? null;
}

/** An identity of a person; e-mail addresses are compared without regard to case. */
export type IdentityKey = { type: string; source?: string; value: string };

/** The value by which an identity is found. */
export function identityValue(sql: Queryable, { type, value }: IdentityKey) {
  return type === "email" ? sql`email_key(${value}::text)` : sql`${value}`;
}

/** The ids of the contacts that identities belong to, each once. */
export async function contactsWith(
  sql: Queryable,
  organizationId: string,
  identities: readonly IdentityKey[],
): Promise<string[]> {
  const rows = await sql<{ contact_id: string }[]>`
    select distinct known.contact_id
    from json_to_recordset(${JSON.stringify(identities)}::text::json) as wanted (type text, source text, value text)
    -- lateral with a limit: always a look-up by key, whatever the statistics say
    cross join lateral (
      select one.contact_id from contact_identities as one
      where one.organization_id = ${organizationId} and one.type = wanted.type
        and one.source = coalesce(wanted.source, '')
        and one.value = case wanted.type when 'email' then email_key(wanted.value) else wanted.value end
      limit 1
    ) as known`;
  return rows.map((row) => row.contact_id);
}

export type ChangeOutcome = "changed" | "unchanged" | "not_found" | "stale" | "conflict";

/** Changes a contact, if it is at the expected version (null: at any), and emits the event in the same transaction. */
export async function changeContact(
  sql: Sql,
  organizationId: string,
  id: string,
  changes: ContactInput,
  expected: number | null,
): Promise<ChangeOutcome> {
  const [row] = await sql<{ outcome: ChangeOutcome }[]>`
    select change_contact(${organizationId}, ${id}, ${JSON.stringify(changes)}::text::json, ${expected}) as outcome`;
  return row?.outcome ?? "not_found";
}

/** Deletes a contact, with its event; false when there is none. Its messages stay. */
export async function deleteContact(sql: Sql, organizationId: string, id: string): Promise<boolean> {
  const [row] = await sql<{ found: boolean }[]>`select delete_contact(${organizationId}, ${id}) as found`;
  return row?.found ?? false;
}

/** Makes a second contact part of the first, with its event; see db/contacts/merge.sql. */
export async function mergeContacts(
  sql: Queryable,
  organizationId: string,
  target: string,
  gone: string,
): Promise<void> {
  await sql`
    with merged as materialized (select merge_contacts(${organizationId}, ${target}, ${gone}))
    select tell_contact(${organizationId}, ${target}) from merged`;
}

/** The columns of a ContactRow; `contact` is the contact. */
export function shown(sql: Queryable) {
  return sql`contact.id, contact.phone_number, contact.name, contact.email, contact.external_source,
    contact.external_id, contact.custom_fields, contact.version, contact.created_at, contact.updated_at,
    held.identities, labelled.tags`;
}

/** The parts of a contact's record that are stored beside it. */
export function besideContact(sql: Queryable) {
  return sql`
    cross join lateral (
      select coalesce(json_agg(one.identity order by one.created_at, one.type, one.value), '[]') as identities
      from (
        select known.created_at, known.type, known.value, json_build_object(
          'id', identity_id(known), 'type', known.type, 'value', known.value, 'source', nullif(known.source, ''),
          'verified', known.verified, 'created_at', iso_time(known.created_at)
        ) as identity
        from contact_identities as known
        where known.organization_id = contact.organization_id and known.contact_id = contact.id
      ) as one
    ) as held
    cross join lateral (
      select coalesce(json_agg(known.name order by known.name), '[]') as tags
      from contact_tags as known
      where known.organization_id = contact.organization_id and known.contact_id = contact.id
    ) as labelled`;
}
