/** What is kept of a person beside their messages: sections of rows, each read page by page. */
import type { Queryable, Sql } from "../connection/client.ts";

/** By what a person is found; see person_of in db/erasing/begin.sql. */
export type Person = {
  contacts: string[];
  conversations: string[];
  /** Numbers and user ids, without a plus. */
  addresses: string[];
  /** A regular expression of all of these. */
  pattern: string;
};

/** A row of a section: `place` is its own, and says where it is in it; the rest is shown. */
export type SectionRow = { place: string } & Record<string, unknown>;

type Of = { sql: Sql; organizationId: string; person: Person };
type Fragment = ReturnType<typeof rowsOf>;

/** What may be an address in a line of an import. */
const ADDRESS = "@|(\\+|(?<![0-9])00)[0-9 ()./-]{7,}|[0-9]{8}";

/** By what a contact of the organisation is found. */
export async function findPerson(sql: Queryable, organizationId: string, contactId: string): Promise<Person> {
  const [row] = await sql<[{ person: Person }]>`select person_of(${organizationId}, ${contactId}) as person`;
  return row.person;
}

/** The next rows of a section behind a place (at first ""), at most so many. */
export async function readSection(
  sql: Sql,
  name: SectionName,
  { organizationId, person }: Omit<Of, "sql">,
  { after, most }: { after: string; most: number },
): Promise<SectionRow[]> {
  return await sql<SectionRow[]>`
    select * from (${SECTIONS[name]({ sql, organizationId, person })}) as shown
    where place > ${after} order by place limit ${most}`;
}

/**
 * Each section's rows, of which `place` is a text that no other row of the section has: they are read in its order, and of
 * two with the same one would get lost where a page ends between them.
 */
const SECTIONS = {
  contacts: ({ sql, organizationId, person }) => sql`
    select id as place, id, name, profile_name, phone_number, email, external_source, external_id,
      custom_fields::json as custom_fields, created_at, updated_at
    from contacts where organization_id = ${organizationId} and id = any (${person.contacts})`,
  identities: (of) =>
    rowsOf(of, "contact_identities", "type, value, source, verified, created_at", "type, source, value"),
  former_ids: (of) => rowsOf(of, "contact_aliases", "id, merged_at", "id"),
  history: (of) => rowsOf(of, "contact_history", "action, detail::json as detail, created_at", "id"),
  tags: (of) => rowsOf(of, "contact_tags", "name, created_at", "name"),
  notes: (of) => rowsOf(of, "contact_notes", "body, author, created_at", "id"),
  consents: (of) =>
    rowsOf(
      of,
      "contact_consents",
      "channel, state, source, proof, stated_at, expires_at, created_at",
      "channel",
    ),
  suppressions: (of) => rowsOf(of, "suppressions", "channel, reason, proof, until, created_at", "channel"),
  comments: ({ sql, organizationId, person }) => sql`
    select id as place, body, author, created_at from crm_comments
    where organization_id = ${organizationId} and record_id = any (${person.contacts})`,
  lists: ({ sql, organizationId, person }) => sql`
    select json_build_array(list.id, entry.record_id)::text as place, list.name, entry.added_at
    from crm_list_entries as entry join crm_lists as list on list.organization_id = entry.organization_id and list.id = entry.list_id
    where entry.organization_id = ${organizationId} and entry.record_id = any (${person.contacts})`,
  relationships: ({ sql, organizationId, person }) => sql`
    select id as place, type, record_id, related_record_id, created_at from crm_relationships
    where organization_id = ${organizationId}
      and (record_id = any (${person.contacts}) or related_record_id = any (${person.contacts}))`,
  conversations: ({ sql, organizationId, person }) => sql`
    select talk.id as place, talk.id, channel.name as channel, channel.phone_number as channel_number, talk.status,
      array(
        select tag.name from conversation_tags as tag
        where tag.organization_id = talk.organization_id and tag.conversation_id = talk.id order by tag.name
      ) as tags,
      talk.created_at, talk.last_inbound_at
    from conversations as talk join channels as channel on channel.organization_id = talk.organization_id
      and channel.id = talk.channel_id
    where talk.organization_id = ${organizationId} and talk.id = any (${person.conversations})`,
  conversation_notes: ({ sql, organizationId, person }) => sql`
    select id as place, body, author, created_at from conversation_notes
    where organization_id = ${organizationId} and conversation_id = any (${person.conversations})`,
  groups: ({ sql, organizationId, person }) => sql`
    select json_build_array(here.channel_id, here.group_id, here.participant)::text as place, here.group_id, known.name
    from group_people as here
    left join contact_identities as of_group on of_group.organization_id = here.organization_id
      and of_group.type = 'group' and of_group.source = '' and of_group.value = here.group_id
    left join contacts as known on known.organization_id = here.organization_id and known.id = of_group.contact_id
    where here.organization_id = ${organizationId}
      and (here.participant = any (${person.addresses}) or here.phone = any (${person.addresses}))`,
  broadcasts: ({ sql, organizationId, person }) => sql`
    select json_build_array(sent.broadcast_id, sent.contact_id)::text as place, broadcast.name, sent.status,
      sent.reason, sent.message_id, sent.replied_at, sent.opted_out_at
    from broadcast_people as sent join broadcasts as broadcast on broadcast.organization_id = sent.organization_id
      and broadcast.id = sent.broadcast_id
    where sent.organization_id = ${organizationId} and sent.contact_id = any (${person.contacts})`,
  approvals: ({ sql, organizationId, person }) => sql`
    select id as place, status, message::json as message, preview, reason, message_id, created_at, decided_at
    from approvals
    where organization_id = ${organizationId} and concat_ws(' ', address, user_id) ~ ${person.pattern}`,
  orders: ({ sql, organizationId, person }) => sql`
    select id as place, order_no, items::json as items, note, status, payment_status, created_at from orders
    where organization_id = ${organizationId} and conversation_id = any (${person.conversations})`,
  costs: (of) =>
    rowsOf(
      of,
      "cost_contacts",
      "at::text as day, category, messages, free, amount, currency",
      "at, channel_id, category, currency",
    ),
  refused_lines_of_imports: ({ sql, organizationId, person }) => sql`
    select json_build_array(import_id, line)::text as place, line, detail,
      -- not where somebody else may stand in it, too
      case
        when regexp_replace(encode(record, 'escape'), ${person.pattern}, '', 'g') !~ ${ADDRESS} then record
      end as record
    from import_refusals
    where organization_id = ${organizationId} and encode(record, 'escape') ~ ${person.pattern}`,
  erasures: (of) => rowsOf(of, "contact_erasures", "status, reason, erase_at, created_at", "id"),
  audit_log: ({ sql, organizationId, person }) => sql`
    select id as place, action, actor_type, changes::json as changes, created_at from audit_log
    where organization_id = ${organizationId}
      and (target_id = any (${person.contacts}) or target_id = any (${person.conversations}))`,
} satisfies Record<string, (of: Of) => Fragment>;

export type SectionName = keyof typeof SECTIONS;

/** The sections in the order in which a person is told of them. */
export const SECTION_NAMES = Object.keys(SECTIONS) as SectionName[];

/** Rows of a table that has the contact's id in them; `key` are the columns that tell those of one contact apart. */
function rowsOf({ sql, organizationId, person }: Of, table: string, columns: string, key: string) {
  return sql`
    select json_build_array(${sql.unsafe(key)}, contact_id)::text as place, ${sql.unsafe(columns)} from ${sql(table)}
    where organization_id = ${organizationId} and contact_id = any (${person.contacts})`;
}
