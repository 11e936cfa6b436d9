/** That a message which comes after many of its conversation looks at few of them. */
import { expect, test } from "bun:test";
import { MOST_AHEAD, readWaits } from "../../db/messages/waits.ts";
import { watchedDatabase } from "../support/watched-database.ts";

const ORGANIZATION = "org_test";
const WAITING = 2000;
/** Looking up each of those that wait takes thousands. */
const MOST_PAGES = 500;

let newest: string;
const { database, watched } = watchedDatabase(async () => {
  const { sql } = database;
  const rows = await sql<{ id: string }[]>`
    insert into messages (organization_id, id, channel_id, conversation_id, direction, type, content, status,
      status_history, created_at, updated_at)
    select ${ORGANIZATION}, uuid_bound(now() + n * interval '1 millisecond'), 'ch_test', 'cv_test', 'outbound', 'text',
      '{}', 'queued', '[]', now(), now()
    from generate_series(1, ${WAITING}::integer) as n
    returning id`;
  newest = rows.at(-1)?.id ?? "";
  await sql`
    insert into lane_items (organization_id, kind, lane_id, item_id, order_key, due_at, priority)
    select organization_id, 'channel', channel_id, id::text, conversation_id, now(), case when n = 1 then 2 else 1 end
    from (select *, row_number() over (order by id) as n from messages) as message
    order by id`;
});

test("a message hurries a low one before it, and does not look at all others", async () => {
  const hurry = () => watched.sql`
    select hurry_earlier(array[json_populate_record(null::accept_input, ${JSON.stringify({
      ...{ organization_id: ORGANIZATION, id: newest },
    })}::text::json)])`;
  const low = () => database.sql`select from lane_items where priority = 2`;
  expect(await low()).toHaveLength(1);
  await hurry();
  expect(await low()).toHaveLength(0);
  const plans = await watched.plansOf(hurry);
  expect(Math.max(...plans.map((plan) => plan.pages))).toBeLessThan(MOST_PAGES);
});

test("messages ahead of a waiting one are counted only up to a bound", async () => {
  const read = () => readWaits(watched.sql, ORGANIZATION, [newest]);
  const wait = (await read()).get(newest);
  expect([wait?.ahead_of_person, wait?.ahead]).toEqual([MOST_AHEAD + 1, MOST_AHEAD + 1]);
  const plans = await watched.plansOf(read);
  expect(Math.max(...plans.map((plan) => plan.pages))).toBeLessThan(MOST_PAGES);
});
