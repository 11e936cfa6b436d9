/** The rows of years, made by Postgres itself: as many as requested, spread over weeks. */
import type { Sql, Transaction } from "../../../../db/connection/client.ts";
import type { Fragment } from "../../../../db/lists/edges.ts";
import { makePartitions } from "../../../../db/maintenance/maintenance.ts";
import { storeEvents } from "./events.ts";
import { withoutIndexes } from "./indexes.ts";

export type BigRows = {
  organizationId: string;
  /** At least three. The first has half of the messages, the last one of a thousand. */
  channelIds: readonly string[];
  endpointIds: readonly string[];
  /** Events and deliveries are three times as many; contacts and conversations a tenth. */
  messages: number;
  /** Contacts, if not a tenth. */
  people?: number;
  /** The time over which they are spread, up to now; at most five weeks. */
  days: number;
  /** Messages whose events of one kind are written in one transaction: a divisor of a hundred thousand. */
  together?: number;
};

/** Messages that are made at once. */
const STEP = 100_000;
const TOGETHER = 100;
const DAY_MS = 24 * 3600_000;

/** The tables to fill; those with the largest indexes first. */
const TABLES = [
  ...["events", "deliveries", "messages", "provider_messages", "message_attempts", "contact_search"],
  ...["contacts", "contact_identities", "contact_tags", "conversations"],
];

/** Makes them, on two connections, and takes statistics as autovacuum would. */
export async function makeBigRows(
  sql: Sql,
  rows: BigRows,
  progress: (made: number) => void = () => {},
): Promise<void> {
  await makePartitions(sql, new Date(Date.now() - rows.days * DAY_MS), rows.days);
  await makePartitions(sql);
  const position = await takePositions(sql, 3 * rows.messages);
  await withoutIndexes(sql, TABLES, async () => {
    const firsts = Array.from({ length: Math.ceil(rows.messages / STEP) }, (_, nth) => 1 + nth * STEP);
    const makeSteps = async () => {
      for (let first = firsts.shift(); first !== undefined; first = firsts.shift()) {
        const [from, to] = [first, Math.min(rows.messages, first + STEP - 1)];
        await load(sql, (transaction) => makeStep(transaction, { ...rows, position }, from, to));
        progress(to);
      }
    };
    await Promise.all([
      load(sql, (transaction) => makePeople(transaction, rows)).then(makeSteps),
      makeSteps(),
    ]);
  });
}

/** Does it in a transaction that nobody waits for to be on the disk. */
async function load(sql: Sql, work: (transaction: Transaction) => Promise<void>): Promise<void> {
  await sql.begin(async (transaction) => {
    await transaction`set local synchronous_commit = 'off'`;
    await work(transaction);
  });
}

/** The id of the person, and of the conversation, numbered n. */
const numbered = (prefix: string, n: number) => `${prefix}_${String(n).padStart(26, "0")}`;
export const contactNumbered = (n: number) => numbered("ct", n);
export const conversationNumbered = (n: number) => numbered("cv", n);
export const phoneNumbered = (n: number) => `4917${100_000_000 + n}`;

function peopleOf({ messages, people }: Pick<BigRows, "messages" | "people">): number {
  return people ?? Math.max(10, Math.ceil(messages / 10));
}

async function makePeople(sql: Transaction, rows: BigRows): Promise<void> {
  const { organizationId, channelIds } = rows;
  const people = peopleOf(rows);
  await sql`set local waypost.defer_search = 'on'`;
  await sql`
    insert into contacts (organization_id, id, name, phone_number, created_at, updated_at)
    select ${organizationId}, 'ct_' || lpad(n::text, 26, '0'),
      (array['Ada', 'Bo', 'Maria', 'José', 'Karla', 'Ngozi', 'Yuki', 'Priya'])[1 + n % 8] || ' ' || left(md5(n::text), 8),
      '+4917' || 100000000 + n, now() - n * interval '1 second', now() - n * interval '1 second'
    from generate_series(1, ${people}) as n`;
  // before the identities: their table has no index, and each contact's words are looked for there
  await sql`
    insert into contact_search (organization_id, contact_id, words)
    select organization_id, id, search_words(contacts) from contacts
    where organization_id = ${organizationId} and id like 'ct_00000%' order by id`;
  await sql`
    insert into contact_identities (organization_id, type, value, contact_id)
    select ${organizationId}, 'phone', '4917' || 100000000 + n, 'ct_' || lpad(n::text, 26, '0')
    from generate_series(1, ${people}) as n`;
  await sql`
    insert into contact_tags (organization_id, name, contact_id)
    select ${organizationId}, case when n % 1000 = 1 then 'rare' else 'half' end, 'ct_' || lpad(n::text, 26, '0')
    from generate_series(1, ${people}, 2) as n`;
  await sql`
    insert into conversations (organization_id, id, channel_id, contact_id, status, last_inbound_at)
    select ${organizationId}, 'cv_' || lpad(n::text, 26, '0'), ${channelOf(sql, channelIds)},
      'ct_' || lpad(n::text, 26, '0'),
      case when n % 5000 = 7 then 'snoozed' when n % 3 = 0 then 'closed' else 'open' end, now() - interval '2 days'
    from generate_series(1, ${people}) as n`;
}

/** The channel of the conversation numbered n. */
function channelOf(sql: Transaction, channelIds: readonly string[]): Fragment {
  return sql`(${channelIds as string[]}::text[])[case
    when n % 1000 = 1 then ${channelIds.length}::integer
    when n % 2 = 0 then 1
    else 2 + (n / 2) % (${channelIds.length}::integer - 2)
  end]`;
}

/** Takes so many places in the log of events; what comes later is behind them. Returns the place before the first. */
async function takePositions(sql: Sql, count: number): Promise<number> {
  const [row] = await sql<{ last: number }[]>`
    select setval('event_log_position', nextval('event_log_position') + ${count}::bigint) as last`;
  return (row?.last ?? 0) - count;
}

async function makeStep(
  sql: Transaction,
  rows: BigRows & { position: number },
  first: number,
  last: number,
): Promise<void> {
  await drawMessages(sql, rows, first, last);
  const { organizationId, channelIds } = rows;
  await sql`
    insert into messages (organization_id, id, channel_id, conversation_id, contact_id, direction, type, status, address,
      content, provider_message_id, error, pricing, attempts, status_history, created_at, updated_at)
    select ${organizationId}, id, ${channelOf(sql, channelIds)}, 'cv_' || lpad(n::text, 26, '0'),
      'ct_' || lpad(n::text, 26, '0'), direction, type, status, '4917' || 100000000 + n,
      ${contentOf(sql)},
      'wamid.' || id, case when status = 'failed' then
        '{"code":"recipient_unreachable","title":"Not delivered","detail":"The number is not on WhatsApp.","provider_code":"131026","retryable":false}' end,
      case when direction = 'outbound' then '{"billable":true,"pricing_model":"PMP","type":"regular","category":"utility"}' end,
      case when direction = 'outbound' then 1 else 0 end,
      history_entry('queued', at) || history_entry('sent', at) || history_entry(status, at), at, at
    from step`;
  await sql`
    insert into provider_messages (organization_id, channel_id, provider_message_id, message_id)
    select ${organizationId}, ${channelOf(sql, channelIds)}, 'wamid.' || id, id from step`;
  await sql`
    insert into message_attempts (organization_id, message_id, attempt, daemon_id, started_at, finished_at, outcome)
    select ${organizationId}, id, 1, 'dmn_big', at, at, 'sent' from step where direction = 'outbound'`;
  await storeEvents(sql, { ...rows, together: togetherOf(rows), channel: channelOf(sql, channelIds) });
  await sql`drop table step`;
}

function contentOf(sql: Transaction) {
  return sql`case type
    when 'template' then '{"template":{"name":"order_on_its_way","language":{"code":"en"},"components":[{"type":"body",'
      || '"parameters":[{"type":"text","text":"' || left(md5(n::text), 8) || '"},{"type":"text","text":"' || nth || '"}]}]}}'
    else json_build_object('body', 'Hello ' || left(md5(n::text), 8) || ', your order ' || nth
      || ' is on its way and will be with you tomorrow between 9 and 12. Reply STOP to hear no more of it.')::text
  end`;
}

/** The random values of each message, for its rows in several tables; n is the person's number. */
async function drawMessages(sql: Transaction, rows: BigRows, first: number, last: number): Promise<void> {
  const seconds = rows.days * 24 * 3600;
  const together = togetherOf(rows);
  const timeOf = (nth: Fragment): Fragment =>
    sql`now() - interval '1 second' * (${seconds}::float8 * (${rows.messages}::bigint - ${nth}) / ${rows.messages}::bigint)`;
  await sql`
    create temporary table step as
    select drawn.*, 1 + floor(${peopleOf(rows)} * draw * draw)::integer as n,
      (left(uuid_bound(at)::text, 14) || '7' || left(md5(nth::text), 3) || '-8' || substr(md5(nth::text), 4, 3) || '-'
        || substr(md5(nth::text), 7, 12))::uuid as id, ulid_time(stored_at) as moment
    from (
      select nth, ${timeOf(sql`nth`)} as at, batch,
        ${timeOf(sql`least((batch + 1) * ${together}::bigint, ${rows.messages}::bigint)`)} as stored_at,
        case when nth % 10 < 3 then 'inbound' else 'outbound' end as direction, random() as draw,
        case when nth % 10 = 9 then 'template' when nth % 25 = 0 then 'image' when nth % 100000 = 50000 then 'location'
          else 'text' end as type,
        case when nth % 10 < 3 or nth % 4 = 0 then 'delivered' when nth % 1000 = 5 then 'failed'
          when nth % 50 = 7 then 'sent' else 'read' end as status
      from generate_series(${first}::bigint, ${last}::bigint) as nth
      cross join lateral (select (nth - 1) / ${together}::bigint as batch) as batches
    ) as drawn`;
}

function togetherOf({ together = TOGETHER }: BigRows): number {
  return together;
}
