/** What an agent's key may change at all: little, whatever its permissions. */
import { beforeAll, expect, test } from "bun:test";
import { AGENT_CHANGES } from "../../daemon/auth/agents/changes.ts";
import { PERMISSIONS } from "../../daemon/http/permissions.ts";
import { callRoute, exampleBody, fill, type Route, readRoutes } from "../access/walk.ts";
import { caller } from "../support/daemon.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";

const NOT_FOR_AGENTS = ["approvals:decide", "contacts:erase", "keys:manage", "users:manage"];

const waypost = sharedDaemon();
let agent: { id: string; key: string };
let changing: Route[];
beforeAll(async () => {
  const permissions = PERMISSIONS.filter((one) => !NOT_FOR_AGENTS.includes(one));
  const body = { name: "agent", permissions, agent: { recipients: "anyone" } };
  agent = (await waypost.call("POST", "/v1/api-keys", body)).body;
  const routes = await readRoutes(waypost.url);
  changing = routes.filter(({ method, permission }) => method !== "GET" && permission !== null);
});

/** As the routes are written: `/v1/contacts/:id`. */
const nameOf = ({ method, path }: Route) => `${method} ${path.replace(/\{(\w+)\}/g, ":$1")}`;

test("what it may change exists, and it may change nothing else", async () => {
  const may = AGENT_CHANGES.filter((name) => name !== "POST /mcp");
  expect(may.filter((name) => !changing.some((route) => nameOf(route) === name))).toEqual([]);
  const refused: string[] = [];
  for (const route of changing) {
    const path = fill(route.path, ["none_0", "none_1"]);
    const { status, body } = await callRoute(waypost, agent.key, route, path, exampleBody(route));
    if (status === 403 && ["agent_change", "missing_permission"].includes(body.code))
      refused.push(nameOf(route));
  }
  const others = changing.map(nameOf).filter((name) => !AGENT_CHANGES.includes(name));
  expect(refused.sort()).toEqual(others.sort());
});

const refusals = async () => {
  const { body } = await waypost.call("GET", `/v1/audit?action=change.refused&actor_id=${agent.id}&limit=1`);
  return body.data.map(({ target, changes }: { target: object; changes: object }) => ({ target, changes }));
};

test.each([
  ["an endpoint at an attacker's address", "POST", "/v1/settings/developer/webhooks/endpoints"],
  ["a text that colleagues send", "POST", "/v1/quick_replies"],
  ["answers that are sent by themselves", "PUT", "/v1/settings/inbox"],
  ["a template that others send", "PATCH", "/v1/templates/:id"],
  ["an opt-out that is taken back", "DELETE", "/v1/contacts/:id/suppressions/:channel"],
  ["a conversation for Meta's agent", "POST", "/v1/conversations/:id/handover"],
  ["a broadcast that somebody else drafted", "PATCH", "/v1/broadcasts/:id"],
  ["everything that waits", "POST", "/v1/messages/cancel"],
])("it is refused %s, which the audit log says", async (_, method, route) => {
  const path = route.replace(/:\w+/g, "none");
  const { status, body } = await caller(waypost.url, agent.key)(method, path, {});
  expect([status, body.code]).toEqual([403, "agent_change"]);
  const target = { type: "route", id: `${method} ${route}` };
  expect(await refusals()).toEqual([{ target, changes: { code: "agent_change" } }]);
});

test("it makes opt-outs stricter, and neither softens one nor gives its contact another number", async () => {
  const call = caller(waypost.url, agent.key);
  const { id } = (await waypost.call("POST", "/v1/contacts", { phone_number: "+14155550160" })).body;
  const optOuts = `/v1/contacts/${id}/suppressions`;
  const suppress = async (rest: object) =>
    (await call("POST", optOuts, { channel: "whatsapp", reason: "complained", ...rest })).status;
  const [soon, later] = [60_000, 120_000].map((ms) => new Date(Date.now() + ms).toISOString());
  const given = [{ reason: "marketing_stopped" }, { until: soon }, { until: later }, { until: soon }, {}];
  const softer = [{ until: later }, { reason: "marketing_stopped" }];
  const answers: number[] = [];
  for (const one of [...given, ...softer]) answers.push(await suppress(one));
  expect(answers).toEqual([201, 201, 201, 403, 201, 403, 403]);
  const route = (id: string) => [{ target: { type: "route", id }, changes: { code: "agent_change" } }];
  expect(await refusals()).toEqual(route("POST /v1/contacts/:id/suppressions"));
  expect((await call("PATCH", `/v1/contacts/${id}`, { phone_number: null, name: "Ada" })).status).toBe(403);
  expect((await call("PATCH", `/v1/contacts/${id}`, { name: "Ada" })).status).toBe(200);
  expect(await refusals()).toEqual(route("PATCH /v1/contacts/:id"));
});

test("it cancels what it sent itself, and nothing of anybody else", async () => {
  const later = {
    ...{ channel_id: waypost.channelId, to: "14155550177", type: "text", content: { body: "Later" } },
    scheduled_at: new Date(Date.now() + 3_600_000).toISOString(),
  };
  const call = caller(waypost.url, agent.key);
  const [ours, its] = [
    await waypost.call("POST", "/v1/messages", later),
    await call("POST", "/v1/messages", later),
  ].map(({ body }) => body.id);
  const refused = await call("POST", `/v1/messages/${ours}/cancel`);
  expect([refused.status, refused.body.code]).toEqual([403, "agent_message"]);
  expect((await waypost.call("GET", `/v1/messages/${ours}`)).body.status).toBe("scheduled");
  expect((await call("POST", `/v1/messages/${its}/cancel`)).body.status).toBe("cancelled");
});

test("it imports nobody as a broadcast's audience, who could come with a consent", async () => {
  const form = new FormData();
  form.set("file", new File(["phone,consent,consent_at\n+14155550161,yes,2030-01-01"], "people.csv"));
  const headers = { "x-api-key": agent.key };
  const uploaded = await fetch(`${waypost.url}/v1/media`, { method: "POST", headers, body: form });
  const { id: media_id } = (await uploaded.json()) as { id: string };
  const template = { name: "order_update", language: "en_US" };
  const draft = { name: "x", channel_id: waypost.channelId, template, audience: { file: { media_id } } };
  const { status, body } = await caller(waypost.url, agent.key)("POST", "/v1/broadcasts", draft);
  expect([status, body.code]).toEqual([403, "agent_change"]);
  const target = { type: "route", id: "POST /v1/contacts/import" };
  expect(await refusals()).toEqual([{ target, changes: { code: "agent_change" } }]);
});

test("it has no address fetched, which could carry away what it read", async () => {
  const call = caller(waypost.url, agent.key);
  const url = "https://example.com/?read=secret";
  const fetched = await call("POST", "/v1/media", { url });
  expect([fetched.status, fetched.body.code]).toEqual([403, "agent_link"]);
  expect(await refusals()).toMatchObject([{ changes: { code: "agent_link" } }]);
  const to = { channel_id: waypost.channelId, to: "14155550123" };
  const sent = await call("POST", "/v1/messages", { ...to, type: "image", content: { media_url: url } });
  expect([sent.status, sent.body.code]).toEqual([403, "agent_link"]);
  const text = { body: `See ${url}`, preview_url: true };
  const shown = await call("POST", "/v1/messages", { ...to, type: "text", content: text });
  expect([shown.status, shown.body.code]).toEqual([403, "agent_link"]);
});
