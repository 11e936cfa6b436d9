import { beforeAll, expect, test } from "bun:test";
import { insertChannel } from "../../db/channels/channels.ts";
import { makeKey } from "../support/daemon.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { createDraft, defineTemplate, TEMPLATE } from "./support.ts";

const waypost = sharedDaemon();
beforeAll(async () => {
  await defineTemplate(waypost);
});

const draft = (more: object) => ({
  ...{ name: "Spring menu", channel_id: waypost.channelId, template: TEMPLATE, audience: { filter: {} } },
  ...more,
});
const create = (more: object) => waypost.call("POST", "/v1/broadcasts", draft(more));

test("a draft comes back as it was given, and sends nothing", async () => {
  const plan = {
    audience: { tags: { any: ["vip"], none: ["test"] } },
    window: { from: "09:00", to: "18:00", days: ["mon"], zone: "Europe/Berlin" },
    ...{ rate_per_second: 5, stop: { failed_percent: 20, of_last: 50 }, limit: { people: 10 } },
  };
  const { status, body } = await create(plan);
  expect(status).toBe(201);
  expect(body).toMatchObject({ ...plan, status: "draft", priority: "low", channel_ids: [waypost.channelId] });
  expect((await waypost.call("GET", `/v1/broadcasts/${body.id}`)).body).toEqual(body);
  const { body: listed } = await waypost.call("GET", "/v1/broadcasts?status=draft");
  expect(listed.data[0]).toEqual(body);
  expect((await waypost.call("GET", "/v1/messages")).body.data).toEqual([]);
});

test("a change leaves what it does not name as it was", async () => {
  const id = await createDraft(waypost, { audience: { filter: {} }, rate_per_second: 5 });
  const { body } = await waypost.call("PATCH", `/v1/broadcasts/${id}`, { name: "Summer menu" });
  expect(body).toMatchObject({ name: "Summer menu", rate_per_second: 5, template: TEMPLATE });
});

const SETTINGS = {
  ...{ starts_at: "2030-01-01T09:00:00.000Z", window: { from: "09:00", to: "18:00" }, rate_per_second: 5 },
  ...{ stop: { failed_percent: 20 }, limit: { people: 10 } },
};
const UNSET = { starts_at: null, window: null, rate_per_second: null, stop: null, limit: null };

test.each(Object.keys(SETTINGS))("%s is taken back with null, and the rest stays", async (name) => {
  const id = await createDraft(waypost, { audience: { filter: {} }, ...SETTINGS });
  const { status, body } = await waypost.call("PATCH", `/v1/broadcasts/${id}`, { [name]: null });
  expect(status).toBe(200);
  expect(body).toMatchObject({ ...SETTINGS, [name]: null });
});

test("a new draft takes null for what is not set, as one shows it", async () => {
  const { status, body } = await create(UNSET);
  expect([status, body]).toEqual([201, expect.objectContaining(UNSET)]);
});

test("what is wrong within a setting that may be null is said of its place", async () => {
  const { status, body } = await create({ window: { from: "9", to: "18:00" } });
  expect([status, body.errors[0].path]).toEqual([422, "/window/from"]);
});

test("only a draft is changed or deleted", async () => {
  const id = await createDraft(waypost, { audience: { filter: {} } });
  await waypost.sql`update broadcasts set status = 'completed' where id = ${id}`;
  const changed = await waypost.call("PATCH", `/v1/broadcasts/${id}`, { name: "Summer menu" });
  const deleted = await waypost.call("DELETE", `/v1/broadcasts/${id}`);
  for (const { status, body } of [changed, deleted]) {
    expect([status, body.code]).toEqual([409, "wrong_state"]);
    expect(body.detail).toContain("the broadcast is completed");
  }
  await waypost.sql`update broadcasts set status = 'draft' where id = ${id}`;
  expect((await waypost.call("DELETE", `/v1/broadcasts/${id}`)).status).toBe(204);
  expect((await waypost.call("GET", `/v1/broadcasts/${id}`)).status).toBe(404);
});

test.each([
  ["/audience", { audience: {} }],
  ["/audience", { audience: { list_id: "lst_1", filter: {} } }],
  ["/audience/tags", { audience: { tags: {} } }],
  ["/window/to", { window: { from: "09:00", to: "09:00" } }],
  ["/window/zone", { window: { from: "09:00", to: "18:00", zone: "Europe/Bielefeld" } }],
  ["/channel_id", { channel_id: "ch_none" }],
  ["/template/parameters/body/0", { template: { ...TEMPLATE, parameters: { body: ["a\nb"] } } }],
  [
    "/template/parameters/body/0/fallback",
    { template: { ...TEMPLATE, parameters: { body: [{ field: "name", fallback: "a\tb" }] } } },
  ],
  ["/template/parameters/header", { template: { ...TEMPLATE, parameters: { header: "a     b" } } }],
  ["/template/parameters/buttons/0", { template: { ...TEMPLATE, parameters: { buttons: { "0": "a\rb" } } } }],
  ["/channel_ids", { channel_ids: ["ch_none"] }],
])("what can't be is refused: %s", async (path, more) => {
  const { status, body } = await create(more);
  expect([status, body.errors[0].path]).toEqual([422, path]);
});

test("several channels have to be of one portfolio", async () => {
  const other = { organization_id: waypost.organizationId, id: "ch_other", name: "Other", settings: {} };
  const official = { platform: "whatsapp_official", status: "connected", waba_id: "999" };
  await insertChannel(waypost.sql, { ...other, ...official });
  const { status, body } = await create({
    channel_id: undefined,
    channel_ids: [waypost.channelId, "ch_other"],
  });
  expect([status, body.errors[0].path]).toEqual([422, "/channel_ids"]);
});

test("a key for other channels does not see it", async () => {
  const id = await createDraft(waypost, { audience: { filter: {} } });
  const key = await makeKey(waypost, ["broadcasts:read"], ["ch_other"]);
  const headers = { "x-api-key": key };
  expect((await waypost.call("GET", `/v1/broadcasts/${id}`, undefined, headers)).status).toBe(404);
  expect((await waypost.call("GET", "/v1/broadcasts", undefined, headers)).body.data).toEqual([]);
});

test("variables are named as Meta names them", async () => {
  const named = { ...TEMPLATE, parameters: { body: { order_2: "A-1042", ["x".repeat(32)]: "b" } } };
  const { status, body } = await create({ template: named });
  expect([status, body.template]).toEqual([201, named]);
  const tooLong = { ...TEMPLATE, parameters: { body: { ["x".repeat(33)]: "b" } } };
  expect((await create({ template: tooLong })).status).toBe(422);
  const noButton = { ...TEMPLATE, parameters: { buttons: { ten: "b" } } };
  expect((await create({ template: noButton })).status).toBe(422);
});
