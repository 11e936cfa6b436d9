/** Budgets as a person keeps them: made, read, changed and deleted. */
import { beforeAll, expect, test } from "bun:test";
import { caller, makeKey } from "../support/daemon.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";

const waypost = sharedDaemon();
const call = (method: string, path: string, body?: object) =>
  waypost.call(method, `/v1/budgets${path}`, body);
const MONTH = { scope: "organization", period: "month", amount: 500, currency: "EUR" };

let channelId: string;
beforeAll(async () => {
  channelId = (await waypost.call("GET", "/v1/channels")).body.data[0].id;
});

test("a budget is made, read, changed and deleted, and each is in the audit log", async () => {
  const made = await call("POST", "", MONTH);
  expect(made).toMatchObject({
    status: 201,
    body: {
      ...MONTH,
      scope_id: null,
      warn_at: 0.8,
      stop: "marketing",
      time_zone: "UTC",
      spent: 0,
      state: "open",
    },
  });
  const { id } = made.body;
  const began = new Date();
  began.setUTCDate(1);
  expect(made.body.began_at).toBe(`${began.toISOString().slice(0, 10)}T00:00:00.000Z`);
  const changed = await call("PATCH", `/${id}`, { amount: 0.5, stop: "none", warn_at: 1 });
  expect(changed.body).toMatchObject({ id, amount: 0.5, stop: "none", warn_at: 1, currency: "EUR" });
  expect((await call("GET", `/${id}`)).body).toEqual(changed.body);
  expect((await call("GET", "")).body.data).toContainEqual(changed.body);
  expect((await call("DELETE", `/${id}`)).status).toBe(204);
  for (const method of ["GET", "DELETE"]) expect((await call(method, `/${id}`)).status).toBe(404);
  const { data } = (await waypost.call("GET", "/v1/audit?limit=3")).body;
  const entries = data.map(({ action, target }: { action: string; target: { id: string } }) => [
    action,
    target.id,
  ]);
  expect(entries).toEqual(
    ["budget.deleted", "budget.updated", "budget.created"].map((action) => [action, id]),
  );
});

// the database reads +05:30 as west of Greenwich, and CET as without summer time
test.each(["+05:30", "+0530", "CET", "US/Pacific-New", "Mars/Base"])(
  "a time zone is refused that is none for the database, too: %s",
  async (time_zone) => {
    const { status, body } = await call("POST", "", { ...MONTH, time_zone });
    expect([status, body.detail]).toEqual([422, "/time_zone: is not a time zone such as Europe/Berlin"]);
  },
);

test("its days and months are those of its time zone, whatever the clocks do", async () => {
  const day = { ...MONTH, period: "day", time_zone: "Pacific/Kiritimati" };
  const { body } = await call("POST", "", day);
  // fourteen hours ahead, all year
  expect(body.began_at).toEndWith("T10:00:00.000Z");
  expect(Date.parse(body.begins_again_at) - Date.parse(body.began_at)).toBe(24 * 3600_000);
  expect(Date.parse(body.began_at)).toBeLessThanOrEqual(Date.now());
  const zoned = await waypost.sql<{ hours: number }[]>`
    select extract(epoch from period_ends('day', 'Europe/Berlin', '2026-10-24 22:00Z') - '2026-10-24 22:00Z') / 3600 as hours`;
  expect(Number(zoned[0]?.hours)).toBe(25);
});

test("there can be several for the same, which stop something else", async () => {
  const body = { ...MONTH, scope: "channel", scope_id: channelId };
  expect((await call("POST", "", body)).body).toMatchObject({ scope: "channel", scope_id: channelId });
  // as the contract has it, too
  const { scope_id: id, ...others } = { ...body, stop: "all_but_authentication" };
  expect(await call("POST", "", { ...others, id })).toMatchObject({
    status: 201,
    body: { scope_id: channelId },
  });
});

test.each([
  [{ time_zone: "Mars/Olympus" }, "/time_zone"],
  [{ currency: "euro" }, "/currency"],
  [{ amount: -1 }, "/amount"],
  [{ warn_at: 0 }, "/warn_at"],
  [{ scope: "channel" }, "/scope_id"],
  [{ scope: "channel", scope_id: "ch_01JDB2M5S8V0ZC3K7Q2M4N6P8R" }, "/scope_id"],
  [{ scope: "key", scope_id: "ch_01JDB2M5S8V0ZC3K7Q2M4N6P8R" }, "/scope_id"],
  [{ scope_id: "ch_01JDB2M5S8V0ZC3K7Q2M4N6P8R" }, "/scope_id"],
])("%j is refused at %s", async (wrong, path) => {
  const { status, body } = await call("POST", "", { ...MONTH, ...wrong });
  expect([400, 422]).toContain(status);
  expect(body.errors[0].path).toBe(path);
});

test("a key for some channels sees their budgets, and changes none", async () => {
  const { data } = (await call("GET", "")).body;
  const ofChannel = data.filter(({ scope_id }: { scope_id: string }) => scope_id === channelId);
  const ofAll = (await call("POST", "", { ...MONTH, stop: "none" })).body;
  const key = await makeKey(waypost, ["costs:read", "costs:manage"], [channelId]);
  const limited = caller(waypost.url, key);
  expect((await limited("GET", "/v1/budgets")).body.data).toEqual(ofChannel);
  expect((await limited("GET", `/v1/budgets/${ofAll.id}`)).status).toBe(404);
  const refused = { status: 403, body: { code: "restricted_key" } };
  expect(await limited("POST", "/v1/budgets", MONTH)).toMatchObject(refused);
  for (const method of ["PATCH", "DELETE"])
    expect(await limited(method, `/v1/budgets/${ofChannel[0].id}`, { amount: 1 })).toMatchObject(refused);
});
