/** Lists and exports are read from a standby while that has everything, and from the primary while it has not. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { connect } from "../../db/connection/client.ts";
import { openReplica } from "../../db/connection/replica.ts";
import { query, removeTemporaryFolders, temporaryFolder } from "../support/clusters.ts";
import { type OwnDaemon, startTestDaemon } from "../support/daemon.ts";
import { type Pair, startPair } from "../support/standby.ts";
import { until } from "../support/until.ts";

let pair: Pair;
let daemon: OwnDaemon;

beforeAll(async () => {
  pair = await startPair(temporaryFolder());
  const config = { databaseReadUrl: pair.standby.url, home: temporaryFolder() };
  daemon = await startTestDaemon({ databaseUrl: pair.primary.url, config });
});
afterAll(async () => {
  await daemon.stop();
  await pair.stop();
  removeTemporaryFolders();
});

async function sendAndList(): Promise<{ sent: string; listed: string }> {
  const { body } = await daemon.call("POST", "/v1/messages", {
    ...{ channel_id: daemon.channelId, to: "+14155550100", type: "text", content: { body: "Hello" } },
  });
  const list = await daemon.call("GET", "/v1/messages");
  return { sent: body.id, listed: list.body.data[0]?.id };
}

/** Whether the last statement of a connection to the standby was about this. */
const wasRead = async (what: string) =>
  (
    await query(
      pair.standby.url,
      `select from pg_stat_activity where pid <> pg_backend_pid() and query like '%${what}%'`,
    )
  ).length > 0;

const replica = async () => (await daemon.call("GET", "/v1/diagnostics")).body.database.read_replica;

test("lists and exports are read from the standby, and the log of events from the primary", async () => {
  await until(async () => {
    await daemon.call("GET", "/v1/orders");
    return await wasRead("orders");
  });
  await until(async () => {
    expect((await daemon.call("GET", "/v1/contacts/export")).status).toBe(200);
    return await wasRead("contact_consents");
  });
  expect((await daemon.call("GET", "/v1/events")).status).toBe(200);
  expect(await wasRead("event_type")).toBe(false);
  expect(await replica()).toEqual({ lag_bytes: expect.any(Number), error: null });
});

test("a list shows what its reader has just written, also while the standby stands still", async () => {
  for (let nth = 0; nth < 5; nth++) {
    const { sent, listed } = await sendAndList();
    expect(listed).toBe(sent);
  }
  await query(pair.standby.url, "select pg_wal_replay_pause()");
  const { sent, listed } = await sendAndList();
  expect(listed).toBe(sent);
  expect((await replica()).lag_bytes).toBeGreaterThan(0);
  await query(pair.standby.url, "select pg_wal_replay_resume()");
});

test("a standby that was promoted is not read: it follows nobody", async () => {
  const primary = connect(pair.primary.url, { max: 1 });
  const fresh = () => openReplica(pair.standby.url, primary, {});
  const [before, after] = [fresh(), fresh()];
  expect(await before.take()).not.toBeNull();
  await query(pair.standby.url, "select pg_promote()");
  expect(await after.take()).toBeNull();
  expect((await replica()).error).toBe("it follows no primary");
  for (const opened of [before, after, primary]) await opened.end({ timeout: 1 });
});

test("without the standby, lists are read from the primary", async () => {
  await pair.standby.stop();
  const { sent, listed } = await sendAndList();
  expect(listed).toBe(sent);
  expect((await replica()).error).toEqual(expect.any(String));
});
