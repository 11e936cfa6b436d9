/**
 * What millions of rows make slower: accepting, statuses that come in, every list, and large pieces of work while
 * messages are accepted; beside the same on tables that are nearly empty, in turns.
 */
import { cpus } from "node:os";
import { connect, type Sql } from "../../../db/connection/client.ts";
import { dropExpired } from "../../../db/maintenance/maintenance.ts";
import { forgetOlder } from "../../../db/maintenance/retention.ts";
import { HARDLY_SENDING, load as loadTarget, together } from "../accept.ts";
import type { LoadResult } from "../load/types.ts";
import type { Whose } from "../stage/postgres.ts";
import type { OpenStage, Stage } from "../stage/stage.ts";
import { quantile, rounded } from "../statistics.ts";
import { type ListsMeasured, measureLists } from "./lists.ts";
import { type BigReport, showBig, targetsOfBig, type Work } from "./report.ts";
import { makeBigRows } from "./rows.ts";
import { measureStatuses } from "./statuses.ts";

type Plan = {
  rounds: number;
  seconds: number;
  statuses: number;
  requests: number;
  /** Of a channel that is deleted. */
  queued: number;
};

const FULL: Plan = { rounds: 3, seconds: 3, statuses: 1000, requests: 100, queued: 200_000 };
const QUICK: Plan = { rounds: 1, seconds: 0.5, statuses: 50, requests: 3, queued: 500 };
const CONNECTIONS = 64;
/** Connections that go on accepting beside large pieces of work. */
const BESIDE = 8;
const DAYS = 28;
const DAY_MS = 24 * 3600_000;

/** One of the two sides, with a way into its database. */
type Side = { stage: Stage; sql: Sql; organizationId: string; channelIds: string[] };

/** Measures both sides. The rows are made first, which takes minutes for each million messages. */
export async function measureBig(
  stage: Stage,
  quick: boolean,
  open: OpenStage,
  size: { messages: number; whose: Whose },
): Promise<{ report: BigReport; text: string }> {
  const plan = quick ? QUICK : FULL;
  const messages = quick ? 5000 : size.messages;
  const other = await open(size.whose);
  const sides: Side[] = [];
  try {
    const big = await openSide(stage, sides);
    const empty = await openSide(other, sides);
    await fill(big, messages);
    const found = {
      ...{ at: new Date().toISOString(), quick, messages },
      machine: `${cpus().length} processors, Bun ${Bun.version}, ${stage.postgres}`,
      ...(await measureBoth(empty, big, plan)),
      work: await measureWork(big, plan, messages),
    };
    const report = { ...found, targets: targetsOfBig(found) };
    return { report, text: showBig(report) };
  } finally {
    for (const { sql } of sides) await sql.end();
  }
}

const ENDPOINTS = ["ep_big_1", "ep_big_2"];

async function openSide(stage: Stage, sides: Side[]): Promise<Side> {
  const sql = connect(stage.daemonDatabaseUrl, { max: 2, statementTimeoutMs: 0 });
  const [organization] = await sql<{ id: string }[]>`select organization_id as id from organizations`;
  const organizationId = organization?.id ?? "";
  const { channelId, api } = stage.daemon;
  const others = ["ch_big_2", "ch_big_3", "ch_big_4"];
  const side = { stage, sql, organizationId, channelIds: [channelId, ...others] };
  sides.push(side);
  await sql`
    insert into channels (organization_id, id, platform, status, name, settings)
    select ${organizationId}, id, 'whatsapp_official', 'connected', 'Big', '{"paused":true}'
    from unnest(${others}::text[]) as id`;
  await sql`
    insert into webhook_endpoints (organization_id, id, url, filter_types)
    select ${organizationId}, id, 'https://example.com/' || id, array['template.status_update']
    from unnest(${ENDPOINTS}::text[]) as id`;
  await api("PATCH", `/v1/channels/${channelId}`, { settings: HARDLY_SENDING });
  return side;
}

async function fill({ sql, organizationId, channelIds }: Side, messages: number): Promise<void> {
  const startedAt = performance.now();
  const rows = { organizationId, channelIds, endpointIds: ENDPOINTS, messages, days: DAYS };
  await makeBigRows(sql, rows, (made) => {
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    process.stderr.write(`${made} of ${messages} messages after ${seconds} s\n`);
  });
  await sql`checkpoint`;
}

/** The same on both sides, in turns, so that a machine that gets slower meanwhile does it to both. */
async function measureBoth(empty: Side, big: Side, plan: Plan): Promise<Pick<BigReport, "empty" | "big">> {
  const rounds = new Map<Side, { loads: LoadResult[]; statuses: number[] }>();
  for (const side of [empty, big])
    rounds.set(side, { loads: [await load(side, CONNECTIONS, 1)], statuses: [] });
  for (let round = 0; round < plan.rounds; round++) {
    for (const side of round % 2 === 0 ? [empty, big] : [big, empty]) {
      const { loads, statuses } = rounds.get(side) ?? { loads: [], statuses: [] };
      loads.push(await load(side, CONNECTIONS, plan.seconds));
      statuses.push(await measureStatuses(side.sql, side.stage.daemon, plan.statuses));
    }
  }
  const [lists, bigLists] = [await listsOf(empty, plan), await listsOf(big, plan)];
  const measured = (side: Side, found: ListsMeasured) => {
    const { loads, statuses } = rounds.get(side) ?? { loads: [], statuses: [] };
    // the first warmed up
    return {
      accept: together(loads.slice(1)),
      statusesPerSecond: Math.round(quantile(statuses, 0.5)),
      ...found,
    };
  };
  return { empty: measured(empty, lists), big: measured(big, bigLists) };
}

async function listsOf({ stage, channelIds }: Side, { requests }: Plan): Promise<ListsMeasured> {
  return await measureLists(stage.daemon, channelIds, ENDPOINTS, requests);
}

/** Large pieces of work, each while messages are accepted. */
async function measureWork(big: Side, plan: Plan, messages: number): Promise<Work[]> {
  const { sql, organizationId, stage } = big;
  const { api } = stage.daemon;
  const oldest = new Date(Date.now() - DAYS * DAY_MS);
  const nothing = await beside(big, "nothing", () => Bun.sleep(plan.seconds * 1000));
  const replay = await beside(big, "a replay of a day is counted", async () => {
    const since = new Date(Date.now() - 2 * DAY_MS);
    const until = new Date(Date.now() - DAY_MS);
    await followReplay(big, { since, until, status: "all", dry_run: true, endpoint_id: ENDPOINTS[0] });
  });
  const day = new Date(oldest.getTime() + DAY_MS);
  const deleted = await beside(big, "an organisation's oldest day is deleted", () =>
    forgetOlder(sql, { organizationId, before: day }),
  );
  const dropped = await beside(big, "the oldest weeks are dropped", () => dropExpired(sql, 14));
  const channelId = await queueMany(big, Math.min(plan.queued, messages));
  const removed = await beside(
    big,
    `a channel with ${Math.min(plan.queued, messages)} queued is deleted`,
    async () => {
      await api("DELETE", `/v1/channels/${channelId}`);
      while ((await sql`select from lane_items where lane_id = ${channelId} limit 1`).length > 0)
        await Bun.sleep(50);
    },
  );
  return [nothing, replay, deleted, dropped, removed];
}

/** Starts a replay, and waits until its record says that it has ended. */
async function followReplay({ stage }: Side, body: object): Promise<void> {
  const { api } = stage.daemon;
  const path = "/v1/settings/developer/webhooks/deliveries";
  const { id } = await api<{ id: string }>("POST", `${path}/replay`, body);
  while ((await api<{ finished_at: string | null }>("GET", `${path}/replays/${id}`)).finished_at === null)
    await Bun.sleep(50);
}

/** A channel whose newest messages wait to be sent. */
async function queueMany({ sql, channelIds }: Side, count: number): Promise<string> {
  const channelId = channelIds[1] ?? "";
  await sql`
    with waiting as (
      update messages set status = 'queued' where id in (
        select id from messages where channel_id = ${channelId} order by id desc limit ${count}
      )
      returning organization_id, channel_id, id, conversation_id
    )
    insert into lane_items (organization_id, kind, lane_id, item_id, order_key, due_at)
    select organization_id, 'channel', channel_id, id::text, conversation_id, now() from waiting`;
  return channelId;
}

/** Does work while messages are accepted; tells how long it took, and how long none was accepted. */
async function beside(side: Side, what: string, work: () => PromiseLike<unknown>): Promise<Work> {
  const startedAt = performance.now();
  let ended = false;
  // what fails is a finding, too: the others are measured all the same
  const working = Promise.resolve(work()).then(
    () => null,
    (cause) => String(cause).slice(0, 200),
  );
  const taking = working.then((error) => {
    ended = true;
    return { error, seconds: rounded((performance.now() - startedAt) / 1000) };
  });
  let longestPause = 0;
  let p99 = 0;
  do {
    const result = await load(side, BESIDE, 3);
    longestPause = Math.max(longestPause, result.longestPause);
    p99 = Math.max(p99, result.p99);
  } while (!ended);
  return { what, ...(await taking), longestPause: Math.round(longestPause), acceptP99: rounded(p99) };
}

async function load({ stage }: Side, connections: number, seconds: number): Promise<LoadResult> {
  return await loadTarget(stage.daemon, connections, { warmUpSeconds: 0.5, seconds });
}
