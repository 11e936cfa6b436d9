import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { newId } from "../../daemon/lib/ids.ts";
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

test("another organisation's channel is unknown", async () => {
  const theirs = await fixture.channel(newId("org"));
  const { status, body } = await call("POST", "/endpoints", { url: URL_OK, channels: [theirs] });
  expect({ status, paths: pathsOf(body) }).toEqual({ status: 422, paths: ["/channels/0"] });
});

test("another organisation's endpoint looks like one that does not exist", async () => {
  const { body: made } = await call("POST", "/endpoints", { url: URL_OK });
  const other = fixture.client(await fixture.key(newId("org"), ["*"]));
  for (const [method, body] of [["GET"], ["PATCH", { description: "x" }], ["DELETE"]] as const) {
    const foreign = await other(method, `/endpoints/${made.id}`, body);
    const missing = await other(method, "/endpoints/ep_missing", body);
    expect(foreign.status).toBe(404);
    expect({ ...foreign.body, request_id: "" }).toEqual({ ...missing.body, request_id: "" });
  }
  expect((await other("GET", "")).body.data).toEqual([]);
  expect((await call("GET", `/endpoints/${made.id}`)).status).toBe(200);
});

test("without the permission nothing is allowed, and the permission is named", async () => {
  const weak = fixture.client(await fixture.key(organization, ["messages:send", "events:read"]));
  const calls = [
    ["GET", ""],
    ["POST", "/endpoints", { url: URL_OK }],
    ["GET", "/endpoints/ep_x"],
    ["PATCH", "/endpoints/ep_x", { enabled: true }],
    ["DELETE", "/endpoints/ep_x"],
    ["POST", "/endpoints/ep_x/rotate-secret"],
    ["POST", "/endpoints/ep_x/test"],
    ["POST", "/trigger", { event_type: "message.new" }],
    ["GET", "/deliveries"],
    ["GET", "/deliveries/dlv_x"],
    ["POST", "/deliveries/evt_x/retry"],
    ["POST", "/deliveries/replay", { since: "2026-01-01T00:00:00Z" }],
    ["GET", "/deliveries/replays/rpl_x"],
    ["POST", "/deliveries/replays/rpl_x/cancel"],
  ] as const;
  for (const [method, path, body] of calls) {
    expect(await weak(method, path, body)).toMatchObject({
      status: 403,
      body: { code: "missing_permission", permission: "webhooks:manage" },
    });
  }
  expect((await fixture.client("wp_wrong")("GET", "")).status).toBe(401);
});

test("a key for one channel makes, sees and changes endpoints of that channel only", async () => {
  const [own, other] = [await fixture.channel(organization), await fixture.channel(organization)];
  const limited = fixture.client(await fixture.key(organization, ["webhooks:manage"], [own]));
  const { body: everything } = await call("POST", "/endpoints", { url: URL_OK });
  const { body: mine } = await limited("POST", "/endpoints", { url: URL_OK, channels: [own] });

  expect(pathsOf((await limited("POST", "/endpoints", { url: URL_OK })).body)).toEqual(["/channels"]);
  expect(pathsOf((await limited("POST", "/endpoints", { url: URL_OK, channels: [other] })).body)).toEqual([
    "/channels/0",
  ]);
  expect(pathsOf((await limited("PATCH", `/endpoints/${mine.id}`, { channels: null })).body)).toEqual([
    "/channels",
  ]);
  expect((await limited("GET", `/endpoints/${everything.id}`)).status).toBe(404);
  const listed = (await limited("GET", "")).body.data as { id: string }[];
  expect(listed.map(({ id }) => id)).toEqual([String(mine.id)]);

  await fixture.sql`
    select emit_events(array[row(${organization}::text, ${own}::text, 'message.new', '{}')::event_input])`;
  const seen = (await limited("GET", "/deliveries")).body.data as { endpoint_id: string }[];
  expect(seen.map((row) => row.endpoint_id)).toEqual([String(mine.id)]);
});

test("deliveries are listed newest first in pages, and filtered", async () => {
  const { body: first } = await call("POST", "/endpoints", { url: URL_OK, filterTypes: ["message.new"] });
  const { body: second } = await call("POST", "/endpoints", { url: URL_OK, filterTypes: ["message.sent"] });
  for (let nth = 0; nth < 5; nth++) {
    await fixture.sql`
      select emit_events(array[
        row(${organization}::text, null, 'message.new', '{}')::event_input,
        row(${organization}::text, null, 'message.sent', '{}')::event_input
      ])`;
  }
  type Row = { id: string; message_id: string; endpoint_id: string; created_at: string };
  const list = async (query: string) => {
    const { body } = await call("GET", `/deliveries?${query}`);
    return {
      rows: body.data as Row[],
      next: (body.meta as { next_cursor: string | null }).next_cursor,
    };
  };

  const all = await list("limit=100");
  const ids = all.rows.map((row) => row.id);
  expect(ids).toHaveLength(10);
  expect(ids).toEqual([...ids].sort().reverse());
  expect(all.next).toBeNull();

  const paged: string[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const { rows, next } = await list(`limit=3${cursor && `&cursor=${cursor}`}`);
    paged.push(...rows.map((row) => row.id));
    cursor = next;
  }
  expect(paged).toEqual(ids);

  const count = async (query: string) => (await list(`limit=100&${query}`)).rows.length;
  expect(await count(`endpoint_id=${first.id}`)).toBe(5);
  expect(await count("event_type=message.sent")).toBe(5);
  expect(await count(`event_type=message.new&endpoint_id=${second.id}`)).toBe(0);
  expect(await count("status=pending")).toBe(10);
  expect(await count("status=succeeded")).toBe(0);
  expect(await count(`message_id=${all.rows[0]?.message_id}`)).toBe(1);
  expect(await count("since=2020-01-01T00:00:00Z&until=2099-01-01T00:00:00Z")).toBe(10);
  expect(await count("until=2020-01-01T00:00:00Z")).toBe(0);
  expect(await count("since=2099-01-01T00:00:00Z")).toBe(0);
  expect(all.rows[0]).toMatchObject({
    status: "pending",
    attempt: 1,
    trigger: "schedule",
    response_status: null,
  });
});

test.each(["cursor=forged", "status=nonsense", "since=yesterday"])(
  "a list of deliveries refuses %s",
  async (query) => {
    const { status, body } = await call("GET", `/deliveries?${query}`);
    expect({ status, paths: pathsOf(body) }).toEqual({ status: 422, paths: [`/${query.split("=")[0]}`] });
  },
);

test("every route is in the OpenAPI document with its answers and error answers", async () => {
  const response = await fixture.app.handle(new Request("http://localhost/openapi.json"));
  const { paths } = (await response.json()) as {
    paths: Record<string, Record<string, { responses: object; tags: string[] }>>;
  };
  const statuses = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, { responses }]) =>
        `${method} ${path.replace("/v1/settings/developer/webhooks", "")} ${Object.keys(responses)}`,
    ),
  );
  expect(statuses.sort()).toEqual([
    "delete /endpoints/{id} 204,401,403,404,422,429,431,500,503",
    "get  200,401,403,429,431,500,503",
    "get /deliveries 200,401,403,422,429,431,500,503",
    "get /deliveries/replays/{id} 200,401,403,404,422,429,431,500,503",
    "get /deliveries/{id} 200,401,403,404,422,429,431,500,503",
    "get /endpoints/{id} 200,401,403,404,422,429,431,500,503",
    "patch /endpoints/{id} 200,400,401,403,404,408,413,415,422,429,431,500,503",
    "post /deliveries/replay 202,400,401,403,404,408,409,413,415,422,429,431,500,503",
    "post /deliveries/replays/{id}/cancel 200,401,403,404,409,422,429,431,500,503",
    "post /deliveries/{id}/retry 202,400,401,403,404,408,409,413,415,422,429,431,500,503",
    "post /endpoints 201,400,401,403,408,409,413,415,422,429,431,500,503",
    "post /endpoints/{id}/rotate-secret 200,400,401,403,404,408,409,413,415,422,429,431,500,503",
    "post /endpoints/{id}/test 202,400,401,403,404,408,409,413,415,422,429,431,500,503",
    "post /trigger 202,400,401,403,408,409,413,415,422,429,431,500,503",
  ]);
});
