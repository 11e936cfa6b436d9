/** The limits as clients see them, on daemons that share a database. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { createLog } from "../../daemon/lib/log.ts";
import { secondsLeft, windowAt } from "../../daemon/limits/window.ts";
import { startDaemon } from "../../daemon/start/daemon.ts";
import { addCounts } from "../../db/organizations/limits.ts";
import { caller, makeKey, type OwnDaemon, startTestDaemon } from "../support/daemon.ts";
import { until } from "../support/until.ts";

const PER_WINDOW = 30;
let waypost: OwnDaemon;
beforeAll(async () => {
  const config = {
    keyRequestsPerSecond: 3,
    organizationRequestsPerSecond: 1000,
    addressRequestsPerSecond: 3,
  };
  waypost = await startTestDaemon({ config: { ...config, behindProxy: true } });
});
afterAll(() => waypost.stop());

/** Asks until it is refused; the answers, the refusal last. */
async function untilRefused<Answer extends { status: number }>(ask: () => Promise<Answer>, most = 200) {
  const answers = [await ask()];
  while (answers.at(-1)?.status !== 429) {
    if (answers.length > most) throw new Error(`never refused: ${answers.at(-1)?.status}`);
    answers.push(await ask());
  }
  return answers;
}

/** What is counted must not begin at the end of a window. */
async function early<Result>(ask: () => Promise<Result>): Promise<Result> {
  await until(() => secondsLeft(Date.now()) > 3);
  return await ask();
}

const lists = (key: string, url = waypost.url) => {
  const call = caller(url, key);
  return () => call("GET", "/v1/channels");
};

test("answers have the remaining requests", async () => {
  const { headers } = await lists(await makeKey(waypost, ["channels:read"]))();
  expect(headers.get("ratelimit-policy")).toBe('"key";q=30;w=10, "organization";q=10000;w=10');
  expect(headers.get("ratelimit")).toMatch(/^"key";r=29;t=\d+, "organization";r=9\d{3};t=\d+$/);
});

test("a key that asks too often is refused until its window ends; others are not", async () => {
  const refused = (await untilRefused(lists(await makeKey(waypost, ["channels:read"])))).at(-1);
  const call = lists(await makeKey(waypost, ["channels:read"]));
  expect((await call()).status).toBe(200);
  expect(Number(refused?.headers.get("retry-after"))).toBeWithin(1, 11);
  expect(refused?.headers.get("ratelimit")).toStartWith('"key";r=0;t=');
});

test("a batch counts as one request for each hundred messages that it begins", async () => {
  const call = caller(waypost.url, await makeKey(waypost, ["messages:send"]));
  const left = async (count: number) => {
    const { headers } = await call("POST", "/v1/messages/batch", { messages: Array(count).fill({}) });
    return Number(/"key";r=(\d+)/.exec(headers.get("ratelimit") ?? "")?.[1]);
  };
  const counted = await early(async () => [
    await left(1),
    await left(100),
    await left(101),
    await left(1000),
  ]);
  expect(counted).toEqual([PER_WINDOW - 1, PER_WINDOW - 2, PER_WINDOW - 4, PER_WINDOW - 14]);
});

test("a batch for which too few requests are left is refused", async () => {
  const call = caller(waypost.url, await makeKey(waypost, ["messages:send"]));
  const messages = Array(1000).fill({});
  const refused = (await untilRefused(() => call("POST", "/v1/messages/batch", { messages }))).at(-1);
  expect(refused?.body).toMatchObject({ code: "rate_limited" });
});

test("a refusal is a problem", async () => {
  const call = caller(waypost.url, await makeKey(waypost, ["channels:read"]));
  const answers = await untilRefused(() => call("GET", "/v1/channels"));
  expect(answers.at(-1)).toMatchObject({
    body: { title: "Too Many Requests", code: "rate_limited", status: 429 },
  });
});

test("counts of a window add up, and a window that is over counts no more", async () => {
  const [subject, number] = ["key of nobody", windowAt(Date.now())];
  const add = (count: { number: number; used: number }) => addCounts(waypost.sql, [{ subject, ...count }]);
  expect(await add({ number, used: 5 })).toEqual([{ subject, number, used: 5 }]);
  expect(await add({ number, used: 4 })).toEqual([{ subject, number, used: 9 }]);
  expect(await add({ number: number + 1, used: 1 })).toEqual([{ subject, number: number + 1, used: 1 }]);
  expect(await add({ number, used: 4 })).toEqual([{ subject, number: number + 1, used: 1 }]);
});

test("daemons count together", async () => {
  const { config, databaseUrl, secrets } = waypost;
  const other = await startDaemon({ config, databaseUrl, secrets, log: createLog("silent") });
  try {
    const key = await makeKey(waypost, ["channels:read"]);
    const both = async () => {
      await Bun.sleep(150);
      await lists(key)();
      return await lists(key, other.url)();
    };
    await until(() => secondsLeft(Date.now()) >= 7);
    // apart, each would let through as many as they do together
    expect((await untilRefused(both)).length).toBeLessThan(PER_WINDOW);
  } finally {
    await other.stop();
  }
});

const stranger =
  (address: string, path = "/v1/channels", init: RequestInit = {}) =>
  () =>
    fetch(waypost.url + path, { ...init, headers: { "x-forwarded-for": address, ...init.headers } });

test("an address without a valid key is refused; health and keys at it are not", async () => {
  const wrong = { headers: { "x-api-key": "wp_wrong" } };
  await untilRefused(stranger("192.0.2.7", "/v1/channels", wrong));
  expect((await stranger("192.0.2.7")()).status).toBe(429);
  expect((await stranger("192.0.2.7", "/v1/health")()).status).toBe(200);
  const headers = { "x-api-key": await makeKey(waypost, ["channels:read"]) };
  expect((await stranger("192.0.2.7", "/v1/channels", { headers })()).status).toBe(200);
  expect((await stranger("192.0.2.7", "/mcp", { method: "POST", headers })()).status).not.toBe(429);
  expect((await stranger("192.0.2.8")()).status).toBe(401);
});

test.each<Record<string, string>>([
  { cookie: "session=none" },
  { "x-api-key": "wp_none" },
  { authorization: "Bearer none" },
])("pages are counted by address whatever comes along: %j", async (headers) => {
  const address = `192.0.2.${10 + Object.keys(headers).join("").length}`;
  await untilRefused(stranger(address, "/docs", { headers }));
  expect((await stranger(address, "/device", { headers })()).status).toBe(429);
});

test("logins are counted by address whatever key comes along", async () => {
  const headers = { "x-api-key": "wp_junk", "content-type": "application/json" };
  const post = { method: "POST", headers, body: "{}" };
  const answers = await untilRefused(stranger("192.0.2.9", "/v1/auth/login", post));
  expect(answers[0]?.status).toBe(422);
});

test("the addresses of an IPv6 network are one", async () => {
  let nth = 0;
  await untilRefused(() => stranger(`2001:db8:1:2::${(nth++).toString(16)}`)());
  expect((await stranger("2001:db8:1:3::1")()).status).toBe(401);
});

test("an organisation's own limit is everybody's in it", async () => {
  await waypost.sql`update organizations set requests_per_second = 2`;
  const one = lists(await makeKey(waypost, ["channels:read"]));
  const policy = async () => (await one()).headers.get("ratelimit-policy") ?? "";
  await until(async () => (await policy()).includes('"organization";q=20'));
  await untilRefused(async () => await lists(await makeKey(waypost, ["channels:read"]))());
});
