/** Repeated sends: the command tries again by itself, or a person runs it again because no answer came. */
import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { withAttempts } from "../../cli/lib/api/attempts.ts";
import { channel } from "../support/contract-answers.ts";
import { type ContractServer, KEY, startContractServer } from "../support/contract-server.ts";
import { type RunOptions, runCli } from "./run-cli.ts";

let server: ContractServer;
beforeAll(() => {
  server = startContractServer();
});
beforeEach(() => {
  server.requests.length = 0;
  server.channels = [channel("ch_1")];
});
afterAll(() => server.stop());

const send = (args: string[], options: RunOptions = {}) =>
  runCli(["send", "--to", "+49 151 0001", ...args], {
    env: { WAYPOST_URL: server.url, WAYPOST_API_KEY: KEY },
    ...options,
  });

test("503 is tried again with the same idempotency key", async () => {
  server.unavailable = 2;
  const run = await send(["--text", "hi", "--channel", "ch_1"]);
  expect(run.code).toBe(0);
  const keys = server.requests.map(({ headers }) => headers.get("idempotency-key"));
  expect(keys).toHaveLength(3);
  expect(new Set(keys).size).toBe(1);
});

test("a given idempotency key is used", async () => {
  await send(["--text", "hi", "--channel", "ch_1", "--idempotency-key", "order-4711"]);
  expect(server.requests[0]?.headers.get("idempotency-key")).toBe("order-4711");
});

test("without an answer, the error says how to repeat without sending twice", async () => {
  const env = { WAYPOST_URL: "http://127.0.0.1:1", WAYPOST_API_KEY: KEY };
  const run = await send(["--text", "hi", "--channel", "ch_1", "--idempotency-key", "order-4711"], { env });
  expect(run).toMatchObject({ code: 4, stderr: expect.stringContaining("--idempotency-key order-4711") });
});

test("an answer that is none of the daemon's own says it, too", async () => {
  server.unavailable = 4;
  const run = await send(["--text", "hi", "--channel", "ch_1", "--idempotency-key", "order-4712"]);
  expect(run).toMatchObject({ code: 1, stderr: expect.stringContaining("--idempotency-key order-4712") });
});

test.each([
  [429, "1", 3],
  [429, "60", 1],
  [429, null, 1],
  [503, "0", 3],
  [500, null, 1],
])("%i that asks for a pause of %s s is asked %i times", async (status, pause, times) => {
  let asked = 0;
  const attempt = async () => {
    const isLast = ++asked === 3;
    const headers: Record<string, string> = pause === null ? {} : { "retry-after": pause };
    return { response: isLast ? new Response() : new Response(null, { status, headers }) };
  };
  const { response } = await withAttempts(attempt, [1, 1]);
  expect([asked, response.status]).toEqual([times, times === 3 ? 200 : status]);
});

test("--dry-run prints the request and sends nothing", async () => {
  const run = await send(["--text", "hi", "--channel", "ch_1", "--dry-run", "--json"]);
  expect(JSON.parse(run.stdout)).toMatchObject({
    method: "POST",
    path: "/v1/messages",
    body: { type: "text" },
  });
  expect(server.requests).toEqual([]);
});
