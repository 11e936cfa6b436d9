import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { newId } from "../../daemon/lib/ids.ts";
import { HOSTILE_URLS } from "../egress/hostile-urls.ts";
import { EVENT_TYPES } from "./event-types.ts";
import { startRoutesFixture } from "./routes-fixture.ts";

type Fixture = Awaited<ReturnType<typeof startRoutesFixture>>;
let fixture: Fixture;
let organization = "";
let call: ReturnType<Fixture["client"]>;

const URL_OK = "https://93.184.216.34/hook";

beforeAll(async () => {
  fixture = await startRoutesFixture();
});
beforeEach(async () => {
  organization = newId("org");
  call = fixture.client(await fixture.key(organization, ["webhooks:manage"]));
});
afterAll(() => fixture.stop());

/** The paths that a refused request names. */
function pathsOf(body: Record<string, unknown>): string[] {
  return (body.errors as { path: string }[]).map(({ path }) => path);
}

test("a created endpoint is answered whole, with its secret, and read again without", async () => {
  const channel = await fixture.channel(organization);
  const input = {
    url: URL_OK,
    description: "Order desk",
    filterTypes: ["message.new"],
    channels: [channel],
    headers: { Authorization: "Bearer theirs" },
    rate_per_second: 10,
  };
  const { status, body } = await call("POST", "/endpoints", input);
  const { secret, ...endpoint } = body;
  expect(status).toBe(201);
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(endpoint).toMatchObject({
    ...input,
    headers: { authorization: "********" },
    enabled: true,
    disabled_reason: null,
  });
  expect(endpoint.id).toMatch(/^ep_/);
  expect(endpoint.created_at).toMatch(/^\d{4}-\d\d-\d\dT.*\.\d{3}Z$/);
  expect(await call("GET", `/endpoints/${endpoint.id}`)).toMatchObject({ status: 200, body: endpoint });
  const list = await call("GET", "");
  expect(list.body.data).toEqual([endpoint]);
  expect(JSON.stringify(list.body)).not.toContain("whsec_");
});

test("the settings list every event type, with its body's schema and example", async () => {
  const { body } = await call("GET", "");
  expect(body.data).toEqual([]);
  expect(body.event_types).toEqual(EVENT_TYPES);
  const events = body.events as {
    type: string;
    description: string;
    schema: { required: string[] };
    example: object;
  }[];
  expect(events.map(({ type }) => type)).toEqual(EVENT_TYPES);
  for (const { description, schema, example } of events) {
    expect(description).not.toBe("");
    expect(Object.keys(example)).toEqual(expect.arrayContaining(schema.required));
  }
});

test("the settings show what an event carries with all that can be included", async () => {
  const { body } = await call("GET", "");
  expect(body.included).toMatchObject({
    message: {
      content: { media_id: expect.any(String), download_url: expect.any(String), data: "dG9tYXRvIHNvdXA=" },
    },
    contact: { name: "Ada Lovelace" },
  });
});

test("what is left out has its default", async () => {
  const { body } = await call("POST", "/endpoints", { url: URL_OK });
  expect(body).toMatchObject({
    description: "",
    filterTypes: null,
    channels: null,
    headers: {},
    rate_per_second: null,
  });
});

test.each(HOSTILE_URLS)("saving %j is refused at /url", async (url) => {
  const { status, type, body } = await call("POST", "/endpoints", { url });
  expect({ status, type, paths: pathsOf(body) }).toEqual({
    status: 422,
    type: "application/problem+json",
    paths: ["/url"],
  });
});

test.each([
  ["/filterTypes", { filterTypes: [] }],
  ["/filterTypes/1", { filterTypes: ["message.new", "message.nonsense"] }],
  ["/filterTypes/0", { filterTypes: ["toString"] }],
  ["/filterTypes", { filterTypes: "message.new" }],
  ["/channels", { channels: [] }],
  ["/channels/0", { channels: ["ch_unknown"] }],
  ["/headers/webhook-id", { headers: { "webhook-id": "x" } }],
  ["/headers/Svix-Signature", { headers: { "Svix-Signature": "x" } }],
  ["/headers/Host", { headers: { Host: "x" } }],
  ["/headers/content-length", { headers: { "content-length": "1" } }],
  ["/headers/Transfer-Encoding", { headers: { "Transfer-Encoding": "chunked" } }],
  ["/headers/a b", { headers: { "a b": "x" } }],
  ["/headers/x", { headers: { x: "a\r\nhost: b" } }],
  ["/headers/x", { headers: { x: "漢" } }],
  ["/headers", { headers: Object.fromEntries(Array.from({ length: 21 }, (_, nth) => [`x-${nth}`, "1"])) }],
  ["/rate_per_second", { rate_per_second: 0 }],
  ["/description", { description: "x".repeat(513) }],
  ["/url", { url: "" }],
  ["/url", { url: `https://93.184.216.34/${"x".repeat(2048)}` }],
])("a wrong value is refused at %s", async (path, wrong) => {
  const created = await call("POST", "/endpoints", { url: URL_OK, ...wrong });
  expect({ status: created.status, paths: pathsOf(created.body) }).toEqual({ status: 422, paths: [path] });
  const { body } = await call("POST", "/endpoints", { url: URL_OK });
  const changed = await call("PATCH", `/endpoints/${body.id}`, wrong);
  expect({ status: changed.status, paths: pathsOf(changed.body) }).toEqual({ status: 422, paths: [path] });
});

test("everything that is wrong is named at once", async () => {
  const wrong = { url: "http://10.0.0.1/", filterTypes: ["x"], channels: ["ch_x"], headers: { host: "x" } };
  const { body } = await call("POST", "/endpoints", wrong);
  expect(pathsOf(body)).toEqual(["/url", "/filterTypes/0", "/channels/0", "/headers/host"]);
});

test("headers are shown by name alone, stay when given so, and don't follow to another address", async () => {
  const given = { "x-team": "support", authorization: "Bearer theirs" };
  const { body: made } = await call("POST", "/endpoints", { url: URL_OK, headers: given });
  const path = `/endpoints/${made.id}`;
  const stored = async () =>
    (await fixture.sql`select headers from webhook_endpoints where id = ${String(made.id)}`)[0]?.headers;
  const before = await stored();
  expect(JSON.stringify(await call("GET", path))).not.toContain("theirs");
  const { status } = await call("PATCH", path, { headers: { ...given, authorization: "********" } });
  expect([status, (await stored()).authorization]).toEqual([200, before.authorization]);
  for (const url of ["https://elsewhere.example.com/", new URL("other", URL_OK).href, `${URL_OK}?to=other`]) {
    const moved = await call("PATCH", path, { url });
    expect([moved.status, pathsOf(moved.body)]).toEqual([422, ["/headers"]]);
  }
  expect(pathsOf((await call("PATCH", path, { headers: { "x-new": "********" } })).body)).toEqual([
    "/headers",
  ]);
  const change = { url: "https://elsewhere.example.com/", headers: {} };
  expect((await call("PATCH", path, change)).status).toBe(200);
});

test("a change keeps what it does not name and clears what it nulls", async () => {
  const { body: made } = await call("POST", "/endpoints", {
    url: URL_OK,
    filterTypes: ["message.new"],
    headers: { "x-a": "1" },
    rate_per_second: 5,
  });
  const { secret, ...before } = made;
  const { status, body } = await call("PATCH", `/endpoints/${made.id}`, {
    filterTypes: null,
    description: "new",
  });
  expect(status).toBe(200);
  const expected: Record<string, unknown> = { ...before, filterTypes: null, description: "new" };
  expect(body).toEqual({ ...expected, updated_at: body.updated_at });
  expect(String(body.updated_at) >= String(before.updated_at)).toBe(true);
});

test("disabling says so, enabling forgets why and wakes the lane", async () => {
  const { body: made } = await call("POST", "/endpoints", { url: URL_OK });
  const path = `/endpoints/${made.id}`;
  expect((await call("PATCH", path, { enabled: false })).body).toMatchObject({
    enabled: false,
    disabled_reason: "disabled by its owner",
  });
  await fixture.sql`update webhook_endpoints set failing_since = now() where id = ${String(made.id)}`;
  await fixture.sql`delete from graphile_worker._private_jobs`;
  expect((await call("PATCH", path, { enabled: true })).body).toMatchObject({
    enabled: true,
    disabled_reason: null,
  });
  const [row] = await fixture.sql`select failing_since from webhook_endpoints where id = ${String(made.id)}`;
  expect(row?.failing_since).toBeNull();
  const jobs = await fixture.sql`select key from graphile_worker.jobs`;
  expect(jobs.map((job) => job.key)).toEqual([`lane:endpoint:${made.id}`]);
});

test("an empty change is refused", async () => {
  const { body: made } = await call("POST", "/endpoints", { url: URL_OK });
  expect((await call("PATCH", `/endpoints/${made.id}`, {})).status).toBe(422);
});

test("a deleted endpoint is gone", async () => {
  const { body: made } = await call("POST", "/endpoints", { url: URL_OK });
  const path = `/endpoints/${made.id}`;
  expect(await call("DELETE", path)).toMatchObject({ status: 204, body: {} });
  for (const method of ["GET", "DELETE"]) expect((await call(method, path)).status).toBe(404);
  expect((await call("PATCH", path, { description: "x" })).status).toBe(404);
});

test("of endpoints that are created at once, an organisation takes no more than 200 together", async () => {
  await fixture.sql`
    insert into webhook_endpoints (organization_id, id, url, enabled, takes_events)
    select ${organization}, 'ep_' || n, ${URL_OK}, false, false from generate_series(1, 198) as n`;
  const create = () => call("POST", "/endpoints", { url: URL_OK });
  const answers = await Promise.all(Array.from({ length: 8 }, create));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, ...Array(6).fill(409)]);
});
