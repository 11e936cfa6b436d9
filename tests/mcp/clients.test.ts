/** Agents call the tools by the SDK's own clients, of both of its lines, through two daemons in turns. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { createLog } from "../../daemon/lib/log.ts";
import { startDaemon } from "../../daemon/start/daemon.ts";
import { startTestDaemon, type TestDaemon } from "../support/daemon.ts";
import { startPrefixProxy } from "../support/prefix-proxy.ts";
import { newClient, oldClient } from "./support.ts";

let waypost: TestDaemon;
let second: Awaited<ReturnType<typeof startDaemon>>;

beforeAll(async () => {
  waypost = await startTestDaemon();
  const { config, databaseUrl, secrets } = waypost;
  second = await startDaemon({ config, databaseUrl, secrets, log: createLog("silent") });
});
afterAll(async () => {
  await second.stop();
  await waypost.stop();
});

const LINES = [
  ["of 2026-07-28", newClient],
  ["before it", oldClient],
] as const;

test.each(LINES)("a client of the revision %s works through two daemons in turns", async (_, clientOf) => {
  const client = await clientOf([waypost.url, second.url], waypost.key);
  expect((await client.listTools()).tools.length).toBeGreaterThan(0);
  for (let turn = 0; turn < 2; turn++) {
    const found = await client.callTool({ name: "find", arguments: { kind: "channels" } });
    expect(found.structuredContent).toMatchObject({ data: [{ id: waypost.channelId, status: "connected" }] });
    // for clients that read only text, the same
    expect(found.content).toEqual([{ type: "text", text: JSON.stringify(found.structuredContent) }]);
  }
  await client.close();
});

test.each(LINES)("a client of the revision %s works behind a prefix", async (_, clientOf) => {
  const proxy = startPrefixProxy("/waypost", () => waypost.url);
  try {
    const client = await clientOf([proxy.url], waypost.key);
    const found = await client.callTool({ name: "find", arguments: { kind: "channels" } });
    expect(found.isError).toBeFalsy();
    await client.close();
  } finally {
    proxy.stop();
  }
});
