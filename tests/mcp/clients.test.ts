/** Agents call the tools by the SDK's own clients, of both of its lines, through two daemons in turns. */
import { expect, test } from "bun:test";
import { startPrefixProxy } from "../support/prefix-proxy.ts";
import { twoDaemons } from "../support/two-daemons.ts";
import { newClient, newStdioClient, oldClient, oldStdioClient } from "./support.ts";

const waypost = twoDaemons();

const BOTH = "application/json, text/event-stream";
const PING = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
const LINES = [
  ["of 2026-07-28", newClient],
  ["before it", oldClient],
] as const;

test.each(LINES)("a client of the revision %s works through two daemons in turns", async (_, clientOf) => {
  const client = await clientOf(waypost.urls, waypost.key);
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

test.each([
  ["of 2026-07-28", newStdioClient],
  ["before it", oldStdioClient],
])("a client of the revision %s works over standard input and output", async (_, clientOf) => {
  const client = await clientOf({ WAYPOST_URL: waypost.url, WAYPOST_API_KEY: waypost.key });
  const overHttp = await newClient([waypost.url], waypost.key);
  expect((await client.listTools()).tools).toEqual((await overHttp.listTools()).tools as never);
  const found = await client.callTool({ name: "find", arguments: { kind: "channels" } });
  expect(found.structuredContent).toMatchObject({ data: [{ id: waypost.channelId }] });
  await client.close();
  await overHttp.close();
});

test("over standard input and output, what the daemon refuses is said", async () => {
  const refused = oldStdioClient({ WAYPOST_URL: waypost.url, WAYPOST_API_KEY: "wp_wrong" });
  await expect(refused).rejects.toThrow(/401/);
});

test("pages of other hosts are refused, also by a name that leads here", async () => {
  const ask = (headers: Record<string, string>, body: string = PING) =>
    fetch(`${waypost.url}/mcp`, {
      method: "POST",
      headers: { "x-api-key": waypost.key, "content-type": "application/json", accept: BOTH, ...headers },
      body,
    });
  expect((await ask({})).status).toBe(200);
  expect((await ask({ origin: waypost.url })).status).toBe(200);
  for (const origin of ["http://evil.example", "null", "https://127.0.0.1.evil.example"]) {
    const refused = await ask({ origin, host: new URL("http://evil.example").host });
    expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([
      403,
      "foreign_origin",
    ]);
  }
  expect((await ask({ "x-api-key": "" })).status).toBe(401);
  expect((await fetch(`${waypost.url}/mcp`, { headers: { "x-api-key": waypost.key } })).status).toBe(405);
  for (const body of [
    "",
    "[]",
    "7",
    "{",
    "{}",
    '{"jsonrpc":"2.0","id":1,"method":"nothing"}',
    "[".repeat(1e5),
  ]) {
    const { status } = await ask({}, body);
    expect([body.slice(0, 9), status >= 200 && status < 500]).toEqual([body.slice(0, 9), true]);
  }
  expect((await ask({}, `{"a":"${"x".repeat(2 << 20)}"}`)).status).toBe(413);
});

test("a key is taken as a bearer token, too", async () => {
  const headers = {
    authorization: `Bearer ${waypost.key}`,
    "content-type": "application/json",
    accept: BOTH,
  };
  expect((await fetch(`${waypost.url}/mcp`, { method: "POST", headers, body: PING })).status).toBe(200);
});
