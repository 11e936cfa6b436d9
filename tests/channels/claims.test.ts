/** Whose a number of Meta's is: not who says so, but whose token reaches it. */
import { beforeAll, expect, test } from "bun:test";
import { addOrganization } from "../../daemon/organizations/create.ts";
import { SANDBOX_DEFAULTS } from "../../daemon/sandbox/graph/defaults.ts";
import { change, post, processed } from "../inbound/support.ts";
import { caller, type TestDaemon } from "../support/daemon.ts";
import { ownDaemon } from "../support/own-daemon.ts";
import { control } from "../templates/support.ts";

const { accessToken, appId } = SANDBOX_DEFAULTS;
let eve: { organizationId: string; call: TestDaemon["call"] };
let last = 7000;

const waypost = ownDaemon({ config: { appId } });
beforeAll(async () => {
  const made = await addOrganization(waypost.sql, waypost.secrets, { name: "Eve", email: "eve@example.com" });
  eve = { organizationId: made.organization_id, call: caller(waypost.url, made.api_key) };
});

/** A number of its own account at Meta. */
async function newNumber(): Promise<{ id: string; wabaId: string }> {
  last += 1;
  const [id, wabaId] = [String(last), `9${last}`];
  const named = { display_phone_number: `+1 555 010 ${last}`, verified_name: `Number ${last}` };
  await control(waypost, "phone_numbers", { id, waba_id: wabaId, ...named });
  return { id, wabaId };
}

const claim = (
  call: TestDaemon["call"],
  number: { id: string; wabaId?: string },
  access_token = "EAAnonsense",
) =>
  call("POST", "/v1/channels", {
    ...{ platform: "whatsapp_official", name: "Shop", phone_number_id: number.id, access_token },
    ...(number.wabaId === undefined ? {} : { waba_id: number.wabaId }),
  });

async function signUp(call: TestDaemon["call"], wabaId: string) {
  const { code } = await control(waypost, "codes", { waba_ids: [wabaId] });
  return await call("POST", "/v1/waba/exchange-code", { code });
}

/** Ids of the organisations that got a message which somebody now sends to a number. */
async function receivers({ id }: { id: string }): Promise<string[]> {
  const message = { from: "16505551234", id: `wamid.${crypto.randomUUID()}`, timestamp: "1763717400" };
  const value = {
    metadata: { phone_number_id: id },
    messages: [{ ...message, type: "text", text: { body: "Hi" } }],
  };
  expect((await post(waypost, change(value))).status).toBe(200);
  await processed(waypost);
  const rows = await waypost.sql`
    select organization_id from messages where provider_message_id = ${message.id}`;
  return rows.map((row) => row.organization_id);
}

/** Meta posts a change of an account. */
async function notify(wabaId: string, field: string, value: object): Promise<void> {
  const body = JSON.stringify({ entry: [{ id: wabaId, changes: [{ field, value }] }] });
  expect((await post(waypost, body)).status).toBe(200);
  await processed(waypost);
}

const actionsOf = async (call: TestDaemon["call"], id: string) =>
  (await call("GET", `/v1/audit?target_id=${id}`)).body.data.map((entry: { action: string }) => entry.action);

test("a claimed number receives nothing, keeps nobody out, and is displaced", async () => {
  const number = await newNumber();
  const claimed = await claim(eve.call, number);
  expect([claimed.status, claimed.body.status]).toEqual([201, "disconnected"]);
  expect(await receivers(number)).toEqual([]);
  const owned = await claim(waypost.call, number, accessToken);
  expect([owned.status, owned.body.status]).toEqual([201, "connected"]);
  expect(await receivers(number)).toEqual([waypost.organizationId]);
  const displaced = await eve.call("GET", `/v1/channels/${claimed.body.id}`);
  expect(displaced.body.status_reason).toContain("another channel proved");
  expect(await actionsOf(eve.call, claimed.body.id)).toEqual(["channel.displaced", "channel.created"]);
  expect(await actionsOf(waypost.call, owned.body.id)).toEqual(["channel.proven", "channel.created"]);
});

test("a signup takes a claimed number, and keeps it", async () => {
  const number = await newNumber();
  await claim(eve.call, number);
  const { status, body } = await signUp(waypost.call, number.wabaId);
  expect([status, body.channels[0].status]).toEqual([200, "connected"]);
  expect(await receivers(number)).toEqual([waypost.organizationId]);
});

test("a claim of a number that is taken reveals nothing, and gets nothing when that is deleted", async () => {
  const number = await newNumber();
  const owned = await claim(waypost.call, number, accessToken);
  const unknown = await claim(eve.call, { id: "42" });
  const claimed = await claim(eve.call, number);
  const shown = ({ status, body }: typeof claimed) => [status, body.status, body.status_reason];
  expect(shown(claimed)).toEqual(shown(unknown));
  expect(await receivers(number)).toEqual([waypost.organizationId]);
  await waypost.call("DELETE", `/v1/channels/${owned.body.id}`);
  expect(await receivers(number)).toEqual([]);
});

test("of two organisations with a good token the first keeps the number, and nothing is subscribed for the second", async () => {
  const number = await newNumber();
  expect((await claim(eve.call, number, accessToken)).body.status).toBe("connected");
  expect((await claim(waypost.call, number, accessToken)).status).toBe(409);
  expect((await signUp(waypost.call, number.wabaId)).status).toBe(409);
  const headers = { authorization: `Bearer ${accessToken}` };
  const url = `${waypost.sandbox.graphUrl}/${number.wabaId}/subscribed_apps`;
  expect(await (await fetch(url, { headers })).json()).toEqual({ data: [] });
  expect(await receivers(number)).toEqual([eve.organizationId]);
});

test("one organisation has one channel of a number, proven or not", async () => {
  const number = await newNumber();
  await claim(eve.call, number);
  expect((await claim(eve.call, number)).status).toBe(409);
});

test("a proven number goes to who has a good token when the first one's is good no longer", async () => {
  const number = await newNumber();
  const { code } = await control(waypost, "codes", { waba_ids: [number.wabaId] });
  const [first] = (await eve.call("POST", "/v1/waba/exchange-code", { code })).body.channels;
  const second = async () => (await claim(waypost.call, number, accessToken)).status;
  expect(await second()).toBe(409);
  await eve.call("PATCH", `/v1/channels/${first.id}`, { access_token: "EAAended" });
  expect(await receivers(number)).toEqual([eve.organizationId]);
  expect(await second()).toBe(201);
  expect(await receivers(number)).toEqual([waypost.organizationId]);
  expect(await actionsOf(eve.call, first.id)).toContain("channel.displaced");
});

test("a better token proves a claim", async () => {
  const number = await newNumber();
  const { id } = (await claim(eve.call, number)).body;
  const { body } = await eve.call("PATCH", `/v1/channels/${id}`, { access_token: accessToken });
  expect(body.status).toBe("connected");
  expect(await receivers(number)).toEqual([eve.organizationId]);
});

test("news of an account goes to those whose number it lists", async () => {
  const [own, foreign] = [await newNumber(), await newNumber()];
  const owner = (await claim(waypost.call, foreign, accessToken)).body;
  const claimed = (await claim(eve.call, { id: own.id, wabaId: foreign.wabaId }, accessToken)).body;
  expect([claimed.status, claimed.status_reason]).toEqual([
    "connected",
    `account ${foreign.wabaId} does not list this number to this token: check the waba_id`,
  ]);
  expect(await receivers(own)).toEqual([eve.organizationId]);
  await notify(foreign.wabaId, "business_capability_update", {
    max_daily_conversations_per_business: "TIER_10K",
  });
  const limit = async (call: TestDaemon["call"], id: string) =>
    (await call("GET", `/v1/channels/${id}`)).body.messaging_limit;
  expect([await limit(waypost.call, owner.id), await limit(eve.call, claimed.id)]).toEqual([
    "TIER_10K",
    "TIER_UNLIMITED",
  ]);
});

test("news of templates goes to the organisations of the account", async () => {
  const [own, foreign] = [await newNumber(), await newNumber()];
  const owner = (await claim(waypost.call, foreign, accessToken)).body;
  const claimed = (await claim(eve.call, { id: own.id, wabaId: foreign.wabaId }, accessToken)).body;
  const draft = (call: TestDaemon["call"], channel_id: string) =>
    call("POST", "/v1/templates", {
      ...{ channel_id, name: "spring", language: "en_US", category: "UTILITY" },
      components: [{ type: "BODY", text: "Ready." }],
    });
  const mine = (await draft(waypost.call, owner.id)).body;
  const theirs = (await draft(eve.call, claimed.id)).body;
  await notify(foreign.wabaId, "message_template_status_update", {
    ...{ event: "REJECTED", reason: "PROMOTIONAL", message_template_id: 99 },
    ...{ message_template_name: "spring", message_template_language: "en_US" },
  });
  const status = async (call: TestDaemon["call"], id: string) =>
    (await call("GET", `/v1/templates/${id}`)).body.status;
  expect(await status(waypost.call, mine.id)).toBe("rejected");
  expect(await status(eve.call, theirs.id)).toBe(theirs.status);
});

test("registrations of a number that is merely claimed are not counted", async () => {
  const number = await newNumber();
  await claim(eve.call, number);
  const register = (call: TestDaemon["call"]) =>
    call("POST", "/v1/waba/register-phone", { phone_number_id: number.id, pin: "123456" });
  for (let time = 0; time < 9; time++) expect((await register(eve.call)).status).toBe(422);
  await claim(waypost.call, number, accessToken);
  expect((await register(waypost.call)).status).toBe(200);
});
