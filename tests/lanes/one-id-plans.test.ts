/** That the first of each lane is found without reading what else waits under its id. */
import { expect, test } from "bun:test";
import { nextDue } from "../../db/lanes/lanes.ts";
import { peekMedia } from "../../db/media/media.ts";
import { laneDepths } from "../../db/overview/overview.ts";
import { overdueLanes } from "../support/looks.ts";
import { TIMES } from "../support/many-rows.ts";
import { watchedDatabase } from "../support/watched-database.ts";

const ORGANIZATION = "org_test";
const MESSAGES = 30_000;
/** The messages are on more than ten times as many. */
const MOST_PAGES = 80;

const { database, watched } = watchedDatabase(queueMessages);

/** One channel with nothing but many messages, and one with as many and a file behind them. */
async function queueMessages(): Promise<void> {
  const { sql } = database;
  await sql`
    insert into lane_items (organization_id, kind, lane_id, item_id, order_key, due_at)
    select ${ORGANIZATION}, 'channel', 'ch_' || n % 2, n::text, n::text, now() - interval '1 hour'
    from generate_series(1, ${2 * MESSAGES}::integer) as n`;
  await sql`vacuum analyze lane_items`;
  await sql`
    insert into lane_items (organization_id, kind, lane_id, item_id, order_key, due_at)
    values (${ORGANIZATION}, 'media', 'ch_1', 'med_1', 'med_1', now() - interval '1 minute')`;
}

const LOOKS: [what: string, look: () => Promise<unknown>][] = [
  ["lanes that no daemon works on", () => overdueLanes(watched.sql)],
  ["what is due next in a media lane", () => nextDue(watched.sql, mediaLane("ch_1"))],
  ["what is due next in an empty media lane", () => nextDue(watched.sql, mediaLane("ch_0"))],
  ["the files that are due", () => peekMedia(watched.sql, channel("ch_1"), [], 20)],
  ["the files that are due, of none", () => peekMedia(watched.sql, channel("ch_0"), [], 20)],
  ["how much waits", () => laneDepths(watched.sql, ORGANIZATION, ["ch_0", "ch_1"], 100)],
];

test.each(LOOKS)("%s", async (_what, look) => {
  // the first of a session reads what there is of tables and functions, too
  await look();
  const plans = await watched.plansOf(async () => {
    for (let time = 0; time < TIMES; time++) await look();
  });
  expect(plans.length).toBeGreaterThan(0);
  expect(Math.max(...plans.map((plan) => plan.pages))).toBeLessThan(MOST_PAGES);
});

function mediaLane(laneId: string) {
  return { organizationId: ORGANIZATION, kind: "media", laneId };
}

function channel(channelId: string) {
  return { organizationId: ORGANIZATION, channelId };
}
