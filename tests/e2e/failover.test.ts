/** A standby is promoted while the old primary falls silent: the daemon follows by itself. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { addressesOf } from "../../db/connection/addresses.ts";
import { connect } from "../../db/connection/client.ts";
import { findPrimary } from "../../db/connection/find-primary.ts";
import { databaseFacts } from "../../db/health/diagnostics.ts";
import { query, removeTemporaryFolders, temporaryFolder } from "../support/clusters.ts";
import { type OwnDaemon, startTestDaemon } from "../support/daemon.ts";
import { type Relay, startRelay } from "../support/relay.ts";
import { type Pair, startPair } from "../support/standby.ts";
import { eventually, until } from "../support/until.ts";

let pair: Pair;
let relay: Relay;
let url: string;
let daemon: OwnDaemon;

beforeAll(async () => {
  pair = await startPair(temporaryFolder());
  relay = await startRelay(pair.primary.url);
  // the standby stands first: the order says nothing
  url = relay.url.replace("@", `@127.0.0.1:${pair.standby.port},`);
  daemon = await startTestDaemon({ databaseUrl: url });
});
afterAll(async () => {
  await daemon.stop();
  await relay.refuse();
  await pair.stop();
  removeTemporaryFolders();
});

const send = () =>
  daemon.call("POST", "/v1/messages", {
    channel_id: daemon.channelId,
    to: "+14155550100",
    type: "text",
    content: { text: "hello" },
  });

test("sending, events and notifications of other daemons continue at the server that was promoted", async () => {
  const before = await send();
  expect(before.status).toBe(201);
  await daemon.until(before.body.id, "sent", "delivered", "read");
  await pair.inStep();

  relay.swallow();
  const cutOff = send();
  await query(pair.standby.url, "select pg_promote()");
  // nothing comes back on its connection, and yet it is answered
  expect([201, 503]).toContain((await cutOff).status);
  const after = await eventually("message that is stored there", async () => {
    const answer = await send();
    const stored = `select from messages where id = '${answer.body.id}'`;
    return answer.status === 201 && (await query(pair.standby.url, stored)).length === 1 && answer.body;
  });
  await daemon.until(after.id, "sent", "delivered", "read");

  // learnt by a notification: the channel is remembered
  await query(
    pair.standby.url,
    `update channels set settings = settings || '{"paused": true}'; select pg_notify('waypost_channel_changed', id) from channels`,
  );
  await eventually("channel that is known to be paused", async () => {
    const { body } = await daemon.call("GET", `/v1/channels/${daemon.channelId}`);
    return body.settings.paused === true;
  });
});

test("a commit that does not wait for a standby any more has failed", async () => {
  const waitFor = (standbys: string) =>
    query(pair.standby.url, `alter system set synchronous_standby_names = '${standbys}'`).then(() =>
      query(pair.standby.url, "select pg_reload_conf()"),
    );
  const health = async () => (await daemon.call("GET", "/v1/health")).body.checks.postgres;
  const sql = connect(pair.standby.url, { max: 2 });
  await sql`create table waiting (way text)`;
  await waitFor("nobody");
  const code = (error: { code: string }) => error.code;
  await until(
    async () =>
      (await query(pair.standby.url, "show synchronous_standby_names"))[0]?.synchronous_standby_names ===
      "nobody",
  );
  const alone = sql`insert into waiting values ('alone')`.then(() => "committed", code);
  const within = sql.begin((one) => one`insert into waiting values ('within')`).then(() => "committed", code);
  const cancel =
    "select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep' and query ~ 'waiting|commit'";
  const cancelling = setInterval(() => void query(pair.standby.url, cancel), 100);
  expect(await Promise.all([alone, within])).toEqual(["NOT_REPLICATED", "NOT_REPLICATED"]);
  await until(async () => (await health()) === "failing");
  const { needed_standbys, synchronous_standbys } = (await databaseFacts(sql)).replication;
  expect([needed_standbys, synchronous_standbys]).toEqual([1, 0]);
  clearInterval(cancelling);
  await waitFor("");
  await until(async () => (await health()) === "ok");
  await sql.end();
});

test("of two servers that take writes, the one promoted last is the primary", async () => {
  const servers = addressesOf(url);
  expect((await findPrimary(url, servers)).port).toBe(pair.standby.port);
  expect((await findPrimary(url, servers.toReversed())).port).toBe(pair.standby.port);
});
