/** What the API refuses is refused in Meta's form, with Meta's codes and our words. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { CODES, codeOf, STATUSES } from "../../../daemon/fronts/meta/errors.ts";
import { SANDBOX_DEFAULTS } from "../../../daemon/sandbox/graph/defaults.ts";
import { makeKey, type OwnDaemon, startTestDaemon } from "../../support/daemon.ts";
import { beyondRate } from "../site.ts";
import { graphCall } from "./site.ts";

const NUMBER = SANDBOX_DEFAULTS.phoneNumber.id;
const TEXT = { messaging_product: "whatsapp", to: "491700000001", type: "text", text: { body: "Hello" } };

let waypost: OwnDaemon;
beforeAll(async () => {
  waypost = await startTestDaemon({ config: { keyRequestsPerSecond: 3 }, settings: {} });
});
afterAll(() => waypost?.stop());

const ask = (key: string, path = `${NUMBER}/messages`, body: object = TEXT) =>
  graphCall(`${waypost.url}/graph/v23.0`, key, "POST", path, body);

/** Its status, code and type. */
async function verdict(answer: ReturnType<typeof ask>) {
  const { status, body } = await answer;
  expect(body.error).toMatchObject({
    message: expect.any(String),
    error_data: { messaging_product: "whatsapp", details: expect.any(String) },
    fbtrace_id: expect.any(String),
  });
  return [status, body.error.code, body.error.type];
}

test("a key that is none, or that lacks the permission, is refused as Meta refuses a token", async () => {
  expect(await verdict(ask("wp_nobody"))).toEqual([401, 190, "OAuthException"]);
  const reader = await makeKey(waypost, ["messages:read"]);
  expect(await verdict(ask(reader))).toEqual([403, 10, "OAuthException"]);
});

test("a number of another organisation, or that the key is not for, does not exist", async () => {
  const elsewhere = await makeKey(waypost, ["messages:send"], ["ch_other"]);
  expect(await verdict(ask(elsewhere))).toEqual([400, 100, "GraphMethodException"]);
  const theirs = await makeKey({ ...waypost, organizationId: "org_other" }, ["*"]);
  expect(await verdict(ask(theirs))).toEqual([400, 100, "GraphMethodException"]);
});

test("a key for an agent sends what its guard allows", async () => {
  const { body } = await waypost.call("POST", "/v1/api-keys", {
    ...{ name: "agent", permissions: ["messages:send"] },
    agent: { recipients: "anyone", types: ["image"] },
  });
  expect(await verdict(ask(body.key))).toEqual([403, 10, "OAuthException"]);
});

test("outside of a person's 24 hours, a text is refused by Meta's code", async () => {
  expect(await verdict(ask(await makeKey(waypost, ["*"])))).toEqual([400, 131047, "OAuthException"]);
});

test("a request counts once against a key's rate, and beyond it is refused with the time to wait", async () => {
  const key = await makeKey(waypost, ["messages:send"]);
  const refused = await beyondRate(() => ask(key));
  expect(refused.body.error.code).toBe(4);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
});

test("what is wrong with a message is said with its place", async () => {
  const key = await makeKey(waypost, ["messages:send"]);
  const { body } = await ask(key, undefined, { ...TEXT, text: { body: "" } });
  expect(body.error.code).toBe(131009);
  expect(body.error.error_data.details).toContain("/content/body");
});

test.each([
  ["a path without a version", "whatever/123/messages", 2500],
  ["an edge that there is not", `v23.0/${NUMBER}/flows`, 100],
  ["an object that there is not", "v23.0/123/messages", 100],
])("%s", async (_, path, code) => {
  const key = await makeKey(waypost, ["*"]);
  const { status, body } = await graphCall(`${waypost.url}/graph`, key, "POST", path, TEXT);
  expect([status, body.error.code]).toEqual([400, code]);
});

test("a token in the query is taken, and is not in what is logged", async () => {
  const key = await makeKey(waypost, ["channels:read"]);
  const response = await fetch(`${waypost.url}/graph/v14.0/${NUMBER}?access_token=${key}`);
  expect(response.status).toBe(200);
  expect(JSON.stringify(await response.json())).not.toContain(key);
  expect(JSON.stringify((await waypost.call("GET", "/v1/logs/requests")).body)).not.toContain(key);
});

test("every code of ours that has one of Meta's is a code, and every status of a problem has one", () => {
  const source = readdirSync("daemon", { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts") && !path.includes("fronts/"))
    .map((path) => readFileSync(`daemon/${path}`, "utf8"))
    .join("\n");
  const own = ["unknown_path"];
  const unknown = Object.keys(CODES).filter((code) => !own.includes(code) && !source.includes(`"${code}"`));
  expect(unknown).toEqual([]);
  const found = source.matchAll(/problem\(\s*(\d{3}),\s*"(\w+)"/g);
  const problems = [...found].map(([, status, code = ""]) => ({ status: Number(status), code }));
  expect(problems.length).toBeGreaterThan(100);
  // 400 to 422 that no row names are Meta's "Invalid parameter"
  const odd = problems.filter((one) => codeOf(one) === 100 && (one.status < 400 || one.status > 422));
  expect(odd).toEqual([]);
  expect(Object.keys(STATUSES).map(Number).toSorted()).toEqual([401, 403, 429, 500, 503, 507]);
});
