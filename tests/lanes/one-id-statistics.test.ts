/** That few of a channel's messages are read while the statistics know of nothing but files. */
import { expect, test } from "bun:test";
import { nextDue } from "../../db/lanes/lanes.ts";
import { peekSends } from "../../db/messages/sends.ts";
import { laneDepths } from "../../db/overview/overview.ts";
import { overdueLanes } from "../support/looks.ts";
import { TIMES } from "../support/many-rows.ts";
import { watchedDatabase } from "../support/watched-database.ts";

const organizationId = "org_test";
const channelId = "ch_test";
const FILES = 300;
const MESSAGES = 40_000;
/** Of the messages a few for each that is found; they are on more than seven times as many. */
const MOST_PAGES = 200;

const { database, watched } = watchedDatabase(async () => {
  await queue("media", FILES);
  await database.sql`vacuum analyze lane_items`;
  await queue("channel", MESSAGES);
});

const queue = (kind: string, count: number) => database.sql`
  insert into lane_items (organization_id, kind, lane_id, item_id, order_key, due_at)
  select ${organizationId}, ${kind}, ${channelId}, id, id, now() - interval '1 hour'
  from (select gen_random_uuid()::text as id from generate_series(1, ${count}::integer)) as made`;

const LOOKS: [what: string, look: () => Promise<unknown>][] = [
  ["lanes that no daemon works on", () => overdueLanes(watched.sql)],
  ["what is due next", () => nextDue(watched.sql, { organizationId, kind: "channel", laneId: channelId })],
  ["how much waits", () => laneDepths(watched.sql, organizationId, [channelId], 100)],
  // of no message it finds, so that each look takes out as many items as it may find
  [
    "what may be sent",
    () => peekSends(watched.sql, { organizationId, channelId }, [{ priority: 1, busy: [], most: 20 }]),
  ],
  ["what has waited for a day", () => watched.sql`select expire_messages(20)`],
];

test.each(LOOKS)("%s", async (_what, look) => {
  // of what functions do, the first time makes the plans, and reads the catalogue's pages for them
  await look();
  const plans = await watched.plansOf(async () => {
    for (let time = 0; time < TIMES; time++) await look();
  });
  expect(plans.length).toBeGreaterThan(0);
  expect(Math.max(...plans.map((plan) => plan.pages))).toBeLessThan(MOST_PAGES);
});
