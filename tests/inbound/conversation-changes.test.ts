/** What messages that come in change of their conversation, column by column. */
import { beforeAll, expect, test } from "bun:test";
import { makePartitions } from "../../db/maintenance/maintenance.ts";
import { sharedDatabase } from "../support/shared-database.ts";

const database = sharedDatabase();
const [ORGANIZATION, CHANNEL] = ["org_changes", "ch_changes"];
const at = (hour: number) => new Date(Date.UTC(2031, 0, 2, hour));
const COLLEAGUE = crypto.randomUUID();
const VIEWER = crypto.randomUUID();
let serial = 0;

beforeAll(async () => {
  const { sql } = database;
  await makePartitions(sql);
  await sql`insert into organizations (organization_id, name) values (${ORGANIZATION}, 'Changes')`;
  await sql`
    insert into channels (organization_id, id, platform, name, status)
    values (${ORGANIZATION}, ${CHANNEL}, 'whatsapp_official', 'Changes', 'connected')`;
  for (const [id, role] of [
    [COLLEAGUE, "agent"],
    [VIEWER, "viewer"],
  ] as const)
    await sql`
      insert into users (organization_id, id, email, password_hash, role)
      values (${ORGANIZATION}, ${id}, ${`${role}@example.com`}, '', ${role})`;
});

type Row = Record<string, unknown>;

/** Writes to somebody's number; resolves with their conversation as it is then. */
async function receive(phone: string, messages: readonly Row[]): Promise<Row> {
  const received = messages.map((message) => ({
    ...{ id: Bun.randomUUIDv7(), provider_message_id: `wamid.changes.${++serial}`, direction: "inbound" },
    ...{ identity_type: "phone", identity_value: phone, type: "text", content: '{"body":"Hi"}', at: at(12) },
    ...message,
  }));
  const { sql } = database;
  await sql`select receive_messages(${ORGANIZATION}, ${CHANNEL}, ${JSON.stringify(received)}::text::json)`;
  const [row] = await sql<Row[]>`
    select conversation.*, last_inbound_on::text as last_inbound_on, changed_at > ${at(0)} as is_as_before
    from conversations as conversation
    join contact_identities as identity using (organization_id, contact_id)
    where organization_id = ${ORGANIZATION} and identity.value = ${phone}`;
  return row as Row;
}

/** A conversation of somebody new, with these columns. */
async function conversation(before: Row): Promise<string> {
  const phone = `1415558${String(++serial).padStart(4, "0")}`;
  const { id } = await receive(phone, [{ direction: "outbound", at: at(1) }]);
  const known = { contacted: true, changed_at: at(1), ...before };
  await database.sql`update conversations set ${database.sql(known)} where id = ${id as string}`;
  return phone;
}

const inbound = { last_inbound_at: at(12), last_inbound_on: "2031-01-02", inbound_count: 1, contacted: true };
const nothing = { last_inbound_at: null, last_inbound_on: null, inbound_count: 0, contacted: true };
const closed = { status: "closed" };
const later = { status: "snoozed", snoozed_until: at(20) };
const opened = { status: "open", snoozed_until: null, waiting_since: at(12), is_as_before: false };
const asIs = (before: Row) => ({ ...before, waiting_since: null, is_as_before: true });
const reaction = { type: "reaction", content: "{}" };
const unlessClosed = { rules: '{"reopens":false}' };

test.each<[what: string, before: Row, messages: Row[], after: Row]>([
  ["a text in an open one", {}, [{}], { ...inbound, waiting_since: at(12), is_as_before: true }],
  [
    "a second text, which is older",
    { waiting_since: at(13), last_inbound_at: at(13) },
    [{}],
    { last_inbound_at: at(13), waiting_since: at(13) },
  ],
  [
    "what came in on an earlier day",
    { last_inbound_on: "2031-01-05", inbound_count: 3 },
    [{}],
    { last_inbound_on: "2031-01-05", inbound_count: 4 },
  ],
  [
    "a reaction in one in which nobody wrote",
    {},
    [reaction],
    { ...nothing, last_inbound_at: at(12), waiting_since: null },
  ],
  [
    "a reaction after a text",
    { inbound_count: 1 },
    [reaction],
    { last_inbound_on: "2031-01-02", inbound_count: 1 },
  ],
  [
    "what the business writes on its phone",
    {},
    [{ direction: "outbound" }],
    { ...nothing, contacted: false },
  ],
  [
    "a call that is taken",
    {},
    [{ type: "call", content: "{}" }],
    { last_inbound_at: at(12), inbound_count: 0, contacted: false },
  ],
  ["a text in a closed one", closed, [{}], opened],
  ["a text in a snoozed one", later, [{}], opened],
  ["a reaction in a closed one", closed, [reaction], asIs(closed)],
  ["a reaction in a snoozed one", later, [reaction], asIs(later)],
  ["a text in a closed one that stays so", closed, [unlessClosed], { ...asIs(closed), inbound_count: 1 }],
  [
    "a text in a snoozed one that stays so",
    later,
    [unlessClosed],
    { ...later, is_as_before: true, waiting_since: at(12) },
  ],
  [
    "a text that Meta's agent answers",
    closed,
    [{ holder: "agent" }],
    { ...closed, handled_by: "agent", waiting_since: null, inbound_count: 1 },
  ],
  ["a text of which one may open it, and one may not", closed, [unlessClosed, {}], opened],
  ["a colleague's", { assignee_id: COLLEAGUE }, [{}], { assignee_id: COLLEAGUE }],
  ["that of who may only look by now", { assignee_id: VIEWER }, [{}], { assignee_id: null }],
  [
    "ids of people: the newest",
    { user_id: "US.0" },
    [{ user_id: "US.1", at: at(13) }, { user_id: "US.2" }, { at: at(14) }],
    { user_id: "US.1" },
  ],
  [
    "no id of the person",
    { user_id: "US.0", advertised_at: at(2) },
    [{}],
    { user_id: "US.0", advertised_at: at(2) },
  ],
  [
    "an advertisement",
    { advertised_at: at(2) },
    [{ advertised: true }, { at: at(13) }],
    { advertised_at: at(12) },
  ],
])("%s", async (_what, before, messages, after) => {
  expect(await receive(await conversation(before), messages)).toMatchObject(after);
});
