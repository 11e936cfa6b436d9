/** A database with enough rows that a list which looks at too many of them is seen to, and what its statements read. */
import { expect } from "bun:test";
import type { Sql } from "../../db/connection/client.ts";
import { makeBigRows } from "../../scripts/lab/stage/stored/rows.ts";
import { filledDatabase, type TestDatabase } from "./database.ts";
import { removePartitions } from "./partitions.ts";
import { type Watched, type WatchedPlan, watchPlans } from "./watched-plans.ts";

export const ORGANIZATION = "org_plans";
const MESSAGES = 40_000;
const DAYS = 28;
/** Few, so that the rows of deliveries are many. */
const TOGETHER = 10;
/** Messages are on about 3,700 pages, deliveries and events on more. */
export const MOST_PAGES = 1500;
/** Of a list that looks up something else for each row that it looks at. */
export const MOST_PAGES_OF_LOOKUPS = 6000;
/** Has each other conversation. */
export const ASSIGNEE = "01937d0c-8a51-7cc3-9d0e-8f2b6f0e2a11";
const CHANNELS = ["ch_most", "ch_some", "ch_more", "ch_few"];
/** After this many times, the server may keep one plan for all values. */
export const TIMES = 7;
export const LIMIT = 26;

export type ManyRows = { database: TestDatabase; watched: Watched; close(): Promise<void> };

export async function manyRows(): Promise<ManyRows> {
  const database = await filledDatabase("many_rows", fill);
  const watched = await watchPlans(database.adminUrl);
  return {
    database,
    watched,
    async close() {
      await watched.sql.end();
      await database.drop();
    },
  };
}

async function fill(sql: Sql): Promise<void> {
  await sql`
    insert into channels (organization_id, id, platform, status, name)
    select ${ORGANIZATION}, id, 'whatsapp_official', 'connected', 'Plans' from unnest(${CHANNELS}::text[]) as id`;
  const rows = { organizationId: ORGANIZATION, channelIds: CHANNELS, endpointIds: ["ep_1", "ep_2"] };
  await makeWholeWeeks(sql);
  await makeBigRows(sql, { ...rows, messages: MESSAGES, days: DAYS, together: TOGETHER });
  await letSomeWait(sql);
}

/**
 * Partitions of weeks that end in a while, whatever day it is. Those of the product begin on Mondays: the newest would
 * have some rows on a Monday, few enough to be rightly read as a whole, and yet more than watchPlans takes for few.
 */
async function makeWholeWeeks(sql: Sql): Promise<void> {
  await removePartitions(sql);
  await sql`
    select make_partition(parent, ends_at - interval '168 hours', ends_at)
    from unnest(array['messages', 'message_attempts', 'events', 'deliveries']) as parent,
      generate_series(0, ${DAYS / 7}::integer) as week,
      lateral (select now() + interval '1 hour' - week * interval '168 hours' as ends_at) as place`;
}

/** Puts each tenth message, and each tenth row of deliveries, back to where it waits. */
async function letSomeWait(sql: Sql): Promise<void> {
  await sql`
    with waiting as (
      update messages set status = 'queued' where direction = 'outbound' and right(id::text, 1) = '7' and error is null
      returning organization_id, channel_id, id, conversation_id
    )
    insert into lane_items (organization_id, kind, lane_id, item_id, order_key, due_at)
    select organization_id, 'channel', channel_id, id::text, conversation_id, now() from waiting`;
  await sql`
    with waiting as (
      update deliveries set bundle_response_statuses = null, bundle_response_bodies = null, bundle_durations_ms = null,
        bundle_finished_at = null
      where mod(hashtext(id), 10) = 0 and status = 'bundled'
      returning organization_id, endpoint_id, id, bundle_ids
    )
    insert into lane_items (organization_id, kind, lane_id, item_id, order_key, due_at, deliveries)
    select organization_id, 'endpoint', endpoint_id, id, id, now(), bundle_ids from waiting`;
  await sql`update conversations set assignee_id = ${ASSIGNEE} where right(id, 1) in ('0', '2', '4', '6', '8')`;
  await sql`
    update conversations set waiting_since = last_inbound_at where status <> 'closed' and right(id, 1) in ('1', '2')`;
  await sql`vacuum analyze`;
}

export const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3600_000);
/** That each statement looked at so many pages at most, and read no large table as a whole. */
export const expectBounded = (plans: WatchedPlan[], most = MOST_PAGES) => {
  expect(plans.length).toBeGreaterThan(0);
  expect(plans.flatMap((plan) => plan.readWhole)).toEqual([]);
  expect(Math.max(...plans.map((plan) => plan.pages))).toBeLessThan(most);
};
