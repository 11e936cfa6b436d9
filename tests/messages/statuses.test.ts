import { beforeAll, expect, test } from "bun:test";
import type { Queryable, Sql } from "../../db/connection/client.ts";
import { claimLane } from "../../db/lanes/lanes.ts";
import { makePartitions } from "../../db/maintenance/maintenance.ts";
import { acceptMessages } from "../../db/messages/accept/accept.ts";
import { startSends } from "../../db/messages/sends.ts";
import { sharedDatabase } from "../support/shared-database.ts";
import { until } from "../support/until.ts";
import { applyStatuses } from "./apply-statuses.ts";
import { textInput } from "./text-input.ts";

const channel = { organizationId: "org_test", channelId: "ch_test" };
const database = sharedDatabase();
beforeAll(async () => {
  await makePartitions(database.sql);
});

async function acceptOne(): Promise<string> {
  const input = textInput();
  await acceptMessages(database.sql, [input]);
  return input.id;
}

const status = (id: string, name: string) => ({
  message_id: id,
  provider_message_id: `wamid.${id}`,
  status: name,
  at: new Date(),
  error: name === "failed" ? '{"code":"x"}' : null,
  pricing: null,
});

async function stateOf(id: string) {
  const [message] =
    await database.sql`select status, status_history, provider_message_id from messages where id = ${id}`;
  const events = await database.sql`select type, body::json ->> 'status' as status from events
      where type like 'message.%' and body like ${`%${id}%`} order by id`;
  return { message, statuses: events.map((event) => event.status ?? event.type) };
}

function permutations<Item>(items: Item[]): Item[][] {
  if (items.length < 2) return [items];
  return items.flatMap((item, index) =>
    permutations(items.toSpliced(index, 1)).map((rest) => [item, ...rest]),
  );
}

test.each(permutations(["sent", "delivered", "read"]))(
  "%s, %s, %s end in read, reported forward only and once each",
  async (...order) => {
    const id = await acceptOne();
    for (const name of order)
      await applyStatuses(database.sql, channel, [status(id, name), status(id, name)]);
    const { message, statuses } = await stateOf(id);
    expect(message).toMatchObject({ status: "read", provider_message_id: `wamid.${id}` });
    const forward = order.filter(
      (name, index) =>
        ["sent", "delivered", "read"].indexOf(name) >=
        Math.max(...order.slice(0, index + 1).map((one) => ["sent", "delivered", "read"].indexOf(one))),
    );
    expect(message?.status_history.map((entry: { status: string }) => entry.status)).toEqual([
      "queued",
      ...forward,
    ]);
    expect(statuses).toEqual(["queued", "message.sent", ...forward]);
  },
);

test("statuses that come in one call are reported in order of rank", async () => {
  const id = await acceptOne();
  await applyStatuses(database.sql, channel, [
    status(id, "read"),
    status(id, "sent"),
    status(id, "delivered"),
  ]);
  expect((await stateOf(id)).statuses).toEqual(["queued", "message.sent", "sent", "delivered", "read"]);
});

test.each(["delivered", "failed"])(
  "%s is not shown as earlier than sent, which came before it",
  async (name) => {
    const sentAt = new Date(Date.now() + 10_000);
    const at = new Date(sentAt.getTime() - 1000);
    const statuses = (id: string) => [
      { ...status(id, "sent"), at: sentAt },
      { ...status(id, name), at },
    ];
    const [together, apart] = [await acceptOne(), await acceptOne()];
    await applyStatuses(database.sql, channel, statuses(together));
    for (const one of statuses(apart)) await applyStatuses(database.sql, channel, [one]);
    for (const id of [together, apart]) {
      const { message } = await stateOf(id);
      expect(message?.status_history.slice(1)).toMatchObject(
        ["sent", name].map((status) => ({ status, at: sentAt.toISOString() })),
      );
    }
  },
);

test("a repeated status adds the price that it brings, and nothing else", async () => {
  const id = await acceptOne();
  const pricing = '{"category":"utility"}';
  for (const more of [{}, { pricing }, {}])
    await applyStatuses(database.sql, channel, [{ ...status(id, "sent"), ...more }]);
  expect([...(await database.sql`select status, pricing from messages where id = ${id}`)]).toEqual([
    { status: "sent", pricing },
  ]);
  expect((await stateOf(id)).statuses).toEqual(["queued", "message.sent", "sent"]);
});

test("a status brings the platform's id of a message whose answer could not be stored", async () => {
  const id = await acceptOne();
  const known = async () =>
    (await database.sql`select provider_message_id as named from messages where id = ${id}`)[0]?.named;
  await database.sql`
    select advance_messages(array[status_change('org_test', ${id}, 'sent')])`;
  expect(await known()).toBeNull();
  await applyStatuses(database.sql, channel, [status(id, "sent")]);
  expect(await known()).toBe(`wamid.${id}`);
});

test("a status that waits for the next call to begin leaves it to the call to end", async () => {
  const { sql } = database;
  const lane = { organizationId: channel.organizationId, kind: "channel", laneId: channel.channelId };
  await claimLane(sql, lane, "daemon");
  const id = await acceptOne();
  let reported: Promise<number> | undefined;
  await sql.begin(async (transaction) => {
    await startSends(transaction as unknown as Sql, channel, "daemon", [id]);
    reported = applyStatuses(sql, channel, [status(id, "delivered")]);
    const waits = () => sql`
      select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%apply_statuses%'`;
    await until(async () => (await waits()).length > 0);
  });
  await reported;
  expect([...(await sql`select state from lane_items where item_id = ${id}`)]).toEqual([
    { state: "sending" },
  ]);
});

test("statuses that come in one call write their message once, and those that say nothing new not at all", async () => {
  const id = await acceptOne();
  const all = ["sent", "delivered", "read"].map((name) => status(id, name));
  const written: number[] = [];
  for (const statuses of [all, all, all.slice(1, 2)]) {
    await database.sql.begin(async (transaction) => {
      const before = await updatesOfMessages(transaction);
      await applyStatuses(transaction, channel, statuses);
      written.push((await updatesOfMessages(transaction)) - before);
    });
  }
  expect(written).toEqual([1, 0, 0]);
});

/** In this session: the server counts them at a transaction's end, and publishes them some time later. */
async function updatesOfMessages(transaction: Queryable): Promise<number> {
  const [row] = await transaction<{ updates: number }[]>`
    select sum(n_tup_upd)::integer as updates from pg_stat_xact_user_tables
    where relid in (select inhrelid from pg_inherits where inhparent = 'messages'::regclass)`;
  return row?.updates ?? 0;
}

test("a failure after sent counts, a failure after delivered does not", async () => {
  const [failed, delivered] = [await acceptOne(), await acceptOne()];
  await applyStatuses(database.sql, channel, [status(failed, "sent"), status(delivered, "delivered")]);
  await applyStatuses(database.sql, channel, [status(failed, "failed"), status(delivered, "failed")]);
  expect((await stateOf(failed)).message?.status).toBe("failed");
  expect((await stateOf(delivered)).message?.status).toBe("delivered");
});

test("a status of another channel's message changes nothing", async () => {
  const id = await acceptOne();
  const unknown = await applyStatuses(database.sql, { ...channel, channelId: "ch_other" }, [
    status(id, "read"),
  ]);
  expect(unknown).toBe(1);
  expect((await stateOf(id)).message?.status).toBe("queued");
});

test("a status of a provider id we know needs no echo of ours", async () => {
  const id = await acceptOne();
  await applyStatuses(database.sql, channel, [status(id, "sent")]);
  await database.sql`insert into provider_messages values ('org_test', 'ch_test', ${`wamid.${id}`}, ${id}) on conflict do nothing`;
  await applyStatuses(database.sql, channel, [{ ...status(id, "delivered"), message_id: null }]);
  expect((await stateOf(id)).message?.status).toBe("delivered");
});

/** Where a message ends, whatever the order: failed only when nothing proves that it arrived. */
function endOf(order: readonly string[]): string {
  const ranks = ["queued", "sent", "delivered", "read", "played"];
  return order.reduce((state, next) => {
    if (state === "failed") return ["delivered", "read", "played"].includes(next) ? next : state;
    if (next === "failed") return ranks.indexOf(state) < ranks.indexOf("delivered") ? next : state;
    return ranks.indexOf(next) > ranks.indexOf(state) ? next : state;
  }, "queued");
}

const ALL = ["sent", "delivered", "read", "played", "failed"];
/** Every choice of statuses in every order: the others never come. */
const ARRIVALS = [...Array(2 ** ALL.length).keys()].flatMap((bits) =>
  permutations(ALL.filter((_, index) => (bits >> index) % 2 === 1)),
);

test(`all ${ARRIVALS.length} orders of statuses, each status twice, end where the rules say`, async () => {
  for (const order of ARRIVALS) {
    const id = await acceptOne();
    for (const name of order)
      await applyStatuses(database.sql, channel, [status(id, name), status(id, name)]);
    const [message] = await database.sql`select status, status_history from messages where id = ${id}`;
    expect([order, message?.status]).toEqual([order, endOf(order)]);
    const seen = message?.status_history.map((entry: { status: string }) => entry.status);
    expect(new Set(seen).size).toBe(seen.length);
  }
});
