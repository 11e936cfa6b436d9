/** Effects of a signup beside new channels: on existing ones, at the platform, and on its own tries. */
import { beforeAll, expect, test } from "bun:test";
import { addOrganization } from "../../daemon/organizations/create.ts";
import { SANDBOX_DEFAULTS } from "../../daemon/sandbox/graph/defaults.ts";
import { caller } from "../support/daemon.ts";
import { ownDaemon } from "../support/own-daemon.ts";
import { eventually, until } from "../support/until.ts";
import { control, definition } from "../templates/support.ts";

const waypost = ownDaemon({ config: { appId: SANDBOX_DEFAULTS.appId } });
let accounts = 800_000_000;

/** An account of numbers, the first of which are registered; its id. */
async function account(...numbers: { id: string; registered?: boolean }[]): Promise<string> {
  const waba_id = String(++accounts);
  for (const { id, registered = true } of numbers)
    await control(waypost, "phone_numbers", {
      ...{ id, waba_id, registered, display_phone_number: `+1 555 098 ${id}`, verified_name: `Number ${id}` },
    });
  return waba_id;
}

const exchange = async (waba_ids: string[] | null, more: object = {}) => {
  const { code } = await control(waypost, "codes", { waba_ids });
  return await waypost.call("POST", "/v1/waba/exchange-code", { code, ...more });
};
const register = (body: object) => waypost.call("POST", "/v1/waba/register-phone", body);
const tries = async (id: string) => {
  const { body } = await waypost.call("GET", `/v1/audit?target_id=${id}`);
  return body.data.filter(({ action }: { action: string }) => action === "channel.registration_tried").length;
};

beforeAll(async () => {
  await waypost.sql`delete from channels where id = ${waypost.channelId}`;
});

test("what waited in a paused lane goes out when another signup brings a token", async () => {
  const waba = await account({ id: "5101" });
  const [channel] = (await exchange([waba])).body.channels;
  await waypost.call("PATCH", `/v1/channels/${channel.id}`, { settings: { service_window: "provider" } });
  await waypost.sql`
    insert into lanes (organization_id, kind, lane_id, paused_until)
    values (${waypost.organizationId}, 'channel', ${channel.id}, now() + interval '1 day')
    on conflict (organization_id, kind, lane_id) do update set paused_until = excluded.paused_until`;
  const message = { channel_id: channel.id, to: "14155550151", type: "text", content: { body: "Hello" } };
  const { id } = (await waypost.call("POST", "/v1/messages", message)).body;
  const waits = () =>
    waypost.sql`select from lanes where lane_id = ${channel.id} and paused_until is not null`;
  expect(await waits()).toHaveLength(1);
  await exchange([waba]);
  expect(await waits()).toHaveLength(0);
  await waypost.until(id, "read");
});

test("a signup subscribes to the account: what people write to its numbers comes in", async () => {
  const waba = await account({ id: "5201" });
  const [channel] = (await exchange([waba])).body.channels;
  await control(waypost, "inbound", { from: "14155550152", text: "Hello", phone_number_id: "5201" });
  const [message] = await eventually("message that came in", async () => {
    const { body } = await waypost.call("GET", `/v1/messages?direction=inbound&channel_id=${channel.id}`);
    return body.data.length > 0 && body.data;
  });
  expect(message.content.body).toBe("Hello");
});

test("of an account's numbers only the one that is named becomes a channel, and a connected one was seen", async () => {
  const waba = await account({ id: "5301" }, { id: "5302", registered: false });
  const named = (await exchange([waba], { phone_number_id: "5301" })).body.channels;
  expect(named.map((one: { name: string }) => one.name)).toEqual(["Number 5301"]);
  const all = (await exchange([waba])).body.channels;
  const seen = async (n: number) =>
    (await waypost.call("GET", `/v1/channels/${all[n].id}`)).body.last_seen_at;
  expect([await seen(0), await seen(1)]).toEqual([expect.any(String), null]);
});

test("a token that does not say its accounts is for the one that is named, and one has to be", async () => {
  const waba = await account({ id: "5401" });
  const unnamed = await exchange(null);
  expect([unnamed.status, unnamed.body.errors]).toEqual([
    422,
    [{ path: "/waba_id", message: "required: say which account" }],
  ]);
  expect(unnamed.body.detail).toContain("Meta does not say which accounts exist");
  const { status, body } = await exchange(null, { waba_id: waba });
  expect([status, body.waba_id, body.channels.length]).toEqual([200, waba, 1]);
});

test("each try to register is in the audit log, and one that is not made is not", async () => {
  const waba = await account({ id: "5501" });
  const [channel] = (await exchange([waba])).body.channels;
  await register({ channel_id: channel.id, pin: "654321" });
  expect(await tries(channel.id)).toBe(1);
  await waypost.sql`
    insert into phone_registrations ${waypost.sql(
      Array.from({ length: 8 }, () => ({ phone_number_id: "5501", organization_id: waypost.organizationId })),
    )}`;
  expect((await register({ channel_id: channel.id, pin: "654321" })).status).toBe(429);
  expect(await tries(channel.id)).toBe(1);
});

test("a number whose token does not reach it is not registered, and neither is one that is not named", async () => {
  const waba = await account({ id: "5601" });
  const [channel] = (await exchange([waba])).body.channels;
  await waypost.sql`update channels set proven_at = null, phone_number_id = '999999' where id = ${channel.id}`;
  const refused = await register({ channel_id: channel.id, pin: "654321" });
  expect([refused.status, refused.body.code]).toEqual([422, "channel_incomplete"]);
  expect(await tries(channel.id)).toBe(0);
  expect((await register({ pin: "654321" })).body.errors).toEqual([
    { path: "/channel_id", message: "required, or phone_number_id" },
  ]);
  expect((await register({ channel_id: "ch_none", pin: "654321" })).status).toBe(404);
});

test("the token proves the account; its templates and the number's limits are read soon", async () => {
  const waba = await account({ id: "5701" });
  await control(waypost, "templates", { ...definition("welcome"), status: "APPROVED" });
  await exchange([waba]);
  const channel = (column: string) =>
    waypost.sql`select from channels where waba_id = ${waba} and ${waypost.sql(column)} is not null`;
  expect(await channel("account_proven_at")).toHaveLength(1);
  const known = () => waypost.sql`select from templates where waba_id = ${waba} and name = 'welcome'`;
  await until(async () => (await known()).length === 1 && (await channel("throughput")).length === 1);
});

test("a number that another organisation has proven is a conflict, and stays with it", async () => {
  const waba_id = await account({ id: "5801" });
  const wishes = { name: "Other", email: "other@example.com" };
  const { api_key } = await addOrganization(waypost.sql, waypost.secrets, wishes);
  const { code } = await control(waypost, "codes", { waba_ids: [waba_id] });
  await caller(waypost.url, api_key)("POST", "/v1/waba/exchange-code", { code });
  const refused = await exchange([waba_id]);
  expect([refused.status, refused.body.code]).toEqual([409, "conflict"]);
  expect(await waypost.sql`select from channels where phone_number_id = '5801'`).toHaveLength(1);
});

test("a signup makes no more channels than the organisation may have, and renews those it has", async () => {
  const [known, other] = [await account({ id: "5901" }), await account({ id: "5902" })];
  await exchange([known]);
  await waypost.sql`
    update organizations set most_channels = (
      select count(*) from channels where organization_id = ${waypost.organizationId} and deleted_at is null
    )
    where organization_id = ${waypost.organizationId}`;
  const refused = await exchange([other]);
  expect([refused.status, refused.body.code]).toEqual([409, "limit_reached"]);
  expect((await exchange([known])).status).toBe(200);
  await waypost.sql`update organizations set most_channels = null`;
});
