/** That a page of the lists of single tables looks at a bounded number of pages, whatever its filter leaves. */
import { expect, test } from "bun:test";
import { type ApprovalFilter, listApprovals } from "../../db/approvals/approvals.ts";
import { type AuditFilters, listAudit } from "../../db/auth/audit.ts";
import { type BroadcastFilter, listBroadcasts } from "../../db/broadcasts/broadcasts.ts";
import { listNotes } from "../../db/contacts/details.ts";
import { listEntries, listLists } from "../../db/crm/lists.ts";
import { type CrmFilter, listCrmRecords } from "../../db/crm/records.ts";
import { listImports } from "../../db/imports/imports.ts";
import { listOrders, type OrderFilter } from "../../db/orders/orders.ts";
import { listTemplates, type TemplateFilters } from "../../db/templates/templates.ts";
import { daysAgo, expectBounded, LIMIT, TIMES } from "../support/many-rows.ts";
import { watchedDatabase } from "../support/watched-database.ts";

const ORGANIZATION = "org_tables";
const ROWS = 30_000;
/** Each table is on more than twice as many. */
const MOST_PAGES = 150;
const id = (prefix: string, n: number) => `${prefix}_${String(n).padStart(26, "0")}`;
const ASSIGNEE = "01937d0c-8a51-7cc3-9d0e-8f2b6f0e2a11";

const { database, watched } = watchedDatabase(makeRows);

/** Of each table many rows, most of them alike; the oldest few are what rare filters ask for. */
async function makeRows(): Promise<void> {
  const { sql } = database;
  const numbers = sql`generate_series(1, ${ROWS}::integer) as n`;
  const idOf = (prefix: string) => sql`${prefix}::text || '_' || lpad(n::text, 26, '0')`;
  await sql`
    insert into channels (organization_id, id, platform, status, name, waba_id)
    values (${ORGANIZATION}, 'ch_1', 'whatsapp_official', 'connected', 'One', '1')`;
  await sql`
    insert into orders (organization_id, id, order_no, message_id, channel_id, conversation_id, contact_id, items, status,
      payment_status, created_at)
    select ${ORGANIZATION}, ${idOf("ord")}, n, gen_random_uuid(), case n when 1 then 'ch_2' else 'ch_1' end,
      'cv_' || n % 300, 'ct_' || n % 300, '[]', case when n < 5 then 'cancelled' else 'created' end,
      case n when 1 then 'refunded' else 'pending' end, now() from ${numbers}`;
  await sql`
    insert into imports (organization_id, id, status, format, encoding, dry_run, on_error, settings, place_offset, place_line)
    select ${ORGANIZATION}, ${idOf("imp")}, case n when 1 then 'failed' else 'completed' end, 'csv', 'utf-8', false, 'skip', '{}', 0, 1
    from ${numbers}`;
  await sql`
    insert into templates (organization_id, id, waba_id, name, language, category, parameter_format, status, components)
    select ${ORGANIZATION}, ${idOf("tpl")}, '1', 'name_' || n, case n when 1 then 'de' else 'en' end,
      case n when 1 then 'UTILITY' else 'MARKETING' end, 'POSITIONAL', case n when 1 then 'rejected' else 'approved' end, '[]'
    from ${numbers}`;
  await sql`
    insert into audit_log (organization_id, id, action, actor_type, actor_id, target_type, target_id, created_at)
    select ${ORGANIZATION}, 'aud_' || ulid_time(at) || lpad(n::text, 16, '0'),
      case when n % 2 = 0 then 'key.created' else 'key.deleted' end, 'user', 'user_' || n % 2, 'key', 'key_' || n % 100, at
    from ${numbers} cross join lateral (select now() - (${ROWS}::integer - n) * interval '1 minute' as at) as made`;
  await sql`
    insert into crm_records (organization_id, id, kind, name, pipeline_id, stage, assignee_id, completed_at)
    select ${ORGANIZATION}, ${idOf("rec")}, case when n % 2 = 0 then 'deal' else 'task' end, 'Name', 'pip_1',
      case n when 2 then 'won' else 'new' end, case when n % 3 = 0 then ${ASSIGNEE}::uuid end,
      case n when 1 then now() end from ${numbers}`;
  await sql`
    insert into contact_notes (organization_id, contact_id, id, body)
    select ${ORGANIZATION}, 'ct_' || n % 2, ${idOf("note")}, 'a note of some length' from ${numbers}`;
  await sql`
    insert into crm_list_entries (organization_id, list_id, record_id)
    select ${ORGANIZATION}, 'lst_' || n % 2, ${idOf("rec")} from ${numbers}`;
  await sql`
    insert into crm_lists (organization_id, id, name) select ${ORGANIZATION}, ${idOf("lst")}, 'List ' || n from ${numbers}`;
  await sql`
    insert into broadcasts (organization_id, id, name, status, channel_ids, plan)
    select ${ORGANIZATION}, ${idOf("bc")}, 'Name', case n when 1 then 'draft' else 'completed' end,
      array[case n when 1 then 'ch_2' else 'ch_1' end], '{}' from ${numbers}`;
  await sql`
    insert into approvals (organization_id, id, key_id, channel_id, status, address, input, message, preview, expires_at)
    select ${ORGANIZATION}, ${idOf("apr")}, case n when 1 then 'key_2' else 'key_1' end,
      case n when 1 then 'ch_2' else 'ch_1' end, case n when 1 then 'waiting' else 'refused' end, '14155550100', '{}', '{}', '',
      now() + interval '1 day' from ${numbers}`;
  await sql`vacuum analyze`;
}

/** Enough times that the server may keep one plan for all values; before, what a session reads once of the catalogue. */
async function expectBoundedAlways(list: () => Promise<unknown>): Promise<void> {
  await list();
  const plans = await watched.plansOf(async () => {
    for (let time = 0; time < TIMES; time++) await list();
  });
  expectBounded(plans, MOST_PAGES);
}

test.each<[string, Partial<OrderFilter>]>([
  ["all", {}],
  ["a usual status", { status: "created" }],
  ["a rare status", { status: "cancelled" }],
  ["a status that none has", { status: "shipped" }],
  ["a payment status that one has", { paymentStatus: "refunded" }],
  ["a payment status of a usual status", { status: "created", paymentStatus: "refunded" }],
  ["a conversation", { conversationId: "cv_7" }],
  ["a contact", { contactId: "ct_7", paymentStatus: "refunded" }],
  ["a channel that one has", { channelId: "ch_2" }],
  ["channels that none has", { channelIds: ["ch_3"] }],
])("a page of orders is bounded: %s", async (_what, filter) => {
  await expectBoundedAlways(() =>
    listOrders(watched.sql, ORGANIZATION, { channelIds: null, ...filter }, null, LIMIT),
  );
});

test.each<[string, Partial<ApprovalFilter>]>([
  ["what waits", { status: "waiting" }],
  ["what none is", { status: "expired" }],
  ["a key that asked once", { keyId: "key_2" }],
  ["a channel that one is of", { channelId: "ch_2" }],
])("a page of approvals is bounded: %s", async (_what, filter) => {
  await expectBoundedAlways(() =>
    listApprovals(watched.sql, ORGANIZATION, { channelIds: null, ...filter }, null, LIMIT),
  );
});

test.each([undefined, "completed", "failed", "running"])(
  "a page of imports is bounded: %s",
  async (status) => {
    await expectBoundedAlways(() => listImports(watched.sql, ORGANIZATION, status, null, LIMIT));
  },
);

test.each<[string, Partial<TemplateFilters>]>([
  ["all", {}],
  ["a rare status", { status: "rejected" }],
  ["a rare language", { language: "de" }],
  ["a rare category", { category: "UTILITY" }],
  ["a name", { name: "name_7" }],
])("a page of templates is bounded: %s", async (_what, filters) => {
  await expectBoundedAlways(() =>
    listTemplates(watched.sql, ORGANIZATION, { only: null, ...filters }, null, LIMIT),
  );
});

test.each<[string, AuditFilters]>([
  ["all", {}],
  ["an action", { action: "key.created" }],
  ["an action that none is", { action: "key.renewed" }],
  ["an action of another's", { action: "key.created", actor_id: "user_1" }],
  ["a target", { target_id: "key_7" }],
  ["a span of time", { since: daysAgo(12).toISOString(), until: daysAgo(10).toISOString() }],
  ["before anything", { until: daysAgo(60).toISOString() }],
  ["an actor before anything", { actor_id: "user_1", until: daysAgo(60).toISOString() }],
])("a page of the audit log is bounded: %s", async (_what, filters) => {
  await expectBoundedAlways(() => listAudit(watched.sql, ORGANIZATION, filters, null, LIMIT));
});

test.each<[string, CrmFilter]>([
  ["deals", { kind: "deal" }],
  ["companies, of which there are none", { kind: "company" }],
  ["deals of a rare stage", { kind: "deal", pipelineId: "pip_1", stage: "won" }],
  ["deals of an unknown pipeline", { kind: "deal", pipelineId: "pip_2" }],
  ["completed tasks", { kind: "task", completed: true }],
  ["companies of an assignee", { kind: "company", assigneeId: ASSIGNEE }],
])("a page of records is bounded: %s", async (_what, filter) => {
  await expectBoundedAlways(() => listCrmRecords(watched.sql, ORGANIZATION, filter, null, LIMIT));
});

test.each<[string, Partial<BroadcastFilter>]>([
  ["all", {}],
  ["a usual status", { status: "completed" }],
  ["a rare status", { status: "draft" }],
  ["a status that none has", { status: "paused" }],
  ["those of a channel that one has", { channelIds: ["ch_2"] }],
])("a page of broadcasts is bounded: %s", async (_what, filter) => {
  await expectBoundedAlways(() =>
    listBroadcasts(watched.sql, ORGANIZATION, { channelIds: null, ...filter }, null, LIMIT),
  );
});

test("a page of a contact's notes is bounded", async () => {
  const key = { organizationId: ORGANIZATION, contactId: "ct_1" };
  await expectBoundedAlways(() => listNotes(watched.sql, key, null, LIMIT));
});

test("a page of lists that nothing is on is bounded, beside one that has all", async () => {
  await expectBoundedAlways(() => listLists(watched.sql, ORGANIZATION, null, LIMIT));
});

test("a page of a list's records is bounded", async () => {
  await expectBoundedAlways(() => listEntries(watched.sql, ORGANIZATION, "lst_1", null, LIMIT));
});

test("going on from where each page stopped finds the oldest order, once", async () => {
  const found: string[] = [];
  let place: string | null = null;
  do {
    const filter = { channelIds: null, paymentStatus: "refunded" };
    const { rows, end } = await listOrders(database.sql, ORGANIZATION, filter, place, LIMIT);
    found.push(...rows.map((row) => row.id));
    place = end;
  } while (place !== null);
  expect(found).toEqual([id("ord", 1)]);
});

test("the entries of a span of time in the audit log are those of that time alone", async () => {
  const [since, until] = [daysAgo(11), daysAgo(10)];
  const span = { since: since.toISOString(), until: until.toISOString() };
  const found: Date[] = [];
  let place: string | null = null;
  do {
    const { rows, end } = await listAudit(database.sql, ORGANIZATION, span, place, 200);
    found.push(...rows.map((row) => row.created_at));
    place = rows.length === 200 ? (rows.at(-1)?.id ?? null) : end;
  } while (place !== null);
  expect(found).toHaveLength(24 * 60);
  expect(found.every((at) => at >= since && at < until)).toBe(true);
});
