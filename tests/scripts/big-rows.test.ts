/** That the rows with which benchmarks and tests of plans fill a database are like those that traffic leaves. */
import { beforeAll, expect, test } from "bun:test";
import { readMessageText } from "../../daemon/message-types/message-text.ts";
import { makeBigRows } from "../../scripts/lab/stage/stored/rows.ts";
import { sharedDatabase } from "../support/shared-database.ts";

const [FILLED, REAL] = ["org_filled", "org_real"];
const MESSAGES = 6000;
const database = sharedDatabase();
beforeAll(async () => {
  await makeBigRows(database.sql, {
    ...{ organizationId: FILLED, channelIds: ["ch_1", "ch_2", "ch_3"], endpointIds: ["ep_1", "ep_2"] },
    ...{ messages: MESSAGES, days: 14 },
  });
  await makeTraffic();
});

/** Events of some transactions that are delivered: all but one of each transaction go well. */
async function makeTraffic(): Promise<void> {
  const { sql } = database;
  await sql`
    insert into webhook_endpoints (organization_id, id, url) values (${REAL}, 'ep_real', 'https://x.test/')`;
  for (const types of [["message.sent"], ["message.sent", "message.new"], ["crm.task.completed"]]) {
    await sql`
      select emit_events(array_agg(row(${REAL}::text, null, (${types}::text[])[1 + n % ${types.length}::integer], '{}')::event_input))
      from generate_series(1, 100) as n`;
    await sql`
      select finish_deliveries(${REAL}, 'ep_real', json_agg(result))
      from (
        select id, case nth when 3 then 'failed' else 'succeeded' end as status, 12 as duration_ms, '' as response_body,
          case nth when 3 then 500 else 200 end as response_status, case nth when 3 then 5000 end as retry_after,
          case nth when 3 then 'the endpoint responded with 500' end as error
        from (
          select delivery.id, row_number() over (order by delivery.id) as nth
          from deliveries as stored, each_delivery(stored) as delivery where delivery.status = 'pending' and delivery.attempt = 1
        ) as waiting
      ) as result`;
  }
}

/** Of each kind of row, which columns it has, how its id goes with what it stands for, and how many that may be. */
async function kindsOf(organization: string): Promise<object[]> {
  return [
    ...(await database.sql<object[]>`
      select distinct stored.status, error is null as well, is_usual(event_type) as usual, bundle_event_types is not null as mixed,
        (select array_agg(key order by key) from jsonb_each(to_jsonb(stored)) where value <> 'null') as columns,
        stored.id = coalesce(bundle_of(bundle_ids[1]), stored.id) as is_named,
        length(stored.id) as length, coalesce(cardinality(bundle_ids), 0) <= most_together() as is_bounded,
        substr(stored.id, 5, 10) = substr(event_id, 5, 10) as is_together,
        coalesce(cardinality(bundle_event_ids), 0) = coalesce(cardinality(bundle_durations_ms), 0) as is_whole
      from deliveries as stored
      where organization_id = ${organization} and attempt = 1 and status <> 'exhausted'
      order by 1, 2, 3, 4`),
  ];
}

test("messages are such as can be shown", async () => {
  const rows = await database.sql<{ type: string; content: string }[]>`
    select distinct on (type) type, content from messages where organization_id = ${FILLED} order by type`;
  expect(rows.map(({ type }) => type)).toEqual(["image", "template", "text"]);
  const shown = (row: { type: string; content: string }) =>
    readMessageText(async () => null, { ...row, organization_id: FILLED, waba_id: null, deleted_at: null });
  expect(await Promise.all(rows.map(shown))).not.toContain(null);
});

test("rows of deliveries are of the kinds that traffic leaves", async () => {
  const kinds = await kindsOf(REAL);
  const filled = await kindsOf(FILLED);
  expect(filled.length).toBeGreaterThan(3);
  for (const kind of filled) expect(kinds).toContainEqual(kind);
});

test("each event has one delivery, which is found by it", async () => {
  const [row] = await database.sql`
    select count(*)::int as found, count(distinct delivery.id)::int as deliveries, count(distinct event.id)::int as events
    from events as event, deliveries_of_event(event.organization_id, event.id) as delivery
    where event.organization_id = ${FILLED} and delivery.event_type = event.type`;
  expect(row).toEqual({ found: 3 * MESSAGES, deliveries: 3 * MESSAGES, events: 3 * MESSAGES });
});

test("most deliveries share a row, of various numbers of them", async () => {
  const rows = await database.sql<{ size: number }[]>`
    select coalesce(cardinality(bundle_ids), 1) as size from deliveries where organization_id = ${FILLED}`;
  const sizes = new Set(rows.map(({ size }) => size));
  expect(rows.length).toBeLessThan(MESSAGES / 3);
  expect(sizes.size).toBeGreaterThan(3);
});
