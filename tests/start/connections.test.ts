/** The session settings of every connection of a daemon, whichever driver makes it. */
import { afterAll, expect, test } from "bun:test";
import { type OwnDaemon, startTestDaemon } from "../support/daemon.ts";
import { emptyDatabase } from "../support/database.ts";
import { startRelay } from "../support/relay.ts";

const database = await emptyDatabase();
const name = new URL(database.url).pathname.slice(1);
await database.sql.unsafe(`alter database ${name} set timezone = 'Europe/Berlin'`);
const relay = await startRelay(database.url);
const waypost: OwnDaemon = await startTestDaemon({
  databaseUrl: `${relay.url}?options=-c%20TimeZone%3DAsia/Tokyo`,
});
afterAll(async () => {
  await waypost.stop();
  await relay.refuse();
  await database.drop();
});

test("every connection is in UTC, compiles nothing, and is given up when its client vanishes", async () => {
  const { body } = await waypost.call("POST", "/v1/messages", {
    ...{ channel_id: waypost.channelId, to: "4915112345678", type: "text", content: { body: "Hello" } },
  });
  await waypost.until(body.id, "sent", "delivered", "read");
  const starts = relay.firstBytes.map(settingsOf);
  const names = new Set(starts.map((settings) => settings.application_name));
  expect([...names].sort()).toEqual(["waypost", "waypost migrate", "waypost session", "waypost worker"]);
  for (const settings of starts) {
    expect(settings).toMatchObject({
      TimeZone: "UTC",
      jit: "off",
      idle_in_transaction_session_timeout: "10000",
      tcp_keepalives_idle: "10",
      tcp_user_timeout: "25000",
    });
  }
});

/** The settings of a start message (protocol 3.0): names and values that each end with a zero; `options` come first. */
function settingsOf(message: Buffer): Record<string, string> {
  const words = message.subarray(8).toString().split("\0");
  const named: Record<string, string> = {};
  for (let at = 0; words[at]; at += 2) named[words[at] ?? ""] = words[at + 1] ?? "";
  const options = [...(named.options ?? "").matchAll(/-c (\w+)=(\S+)/g)].map(([, key = "", value]) => [
    key,
    value,
  ]);
  return { ...Object.fromEntries(options), ...named };
}
