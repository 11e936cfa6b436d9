/** Places in a portfolio's count: whose they are, who gives them back, and who takes them next. */
import { beforeAll, beforeEach, expect, test } from "bun:test";
import { addOrganization } from "../../daemon/organizations/create.ts";
import { SANDBOX_DEFAULTS } from "../../daemon/sandbox/graph/defaults.ts";
import { type Answer, caller } from "../support/daemon.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { eventually } from "../support/until.ts";
import { control } from "../templates/support.ts";

const DAY_MS = 24 * 3600_000;
const UNPACED = { service_window: "provider", rate: { per_second: 100_000, per_recipient_seconds: 0 } };
const waypost = sharedDaemon();
type Party = { call: (method: string, path: string, body?: unknown) => Promise<Answer>; channelId: string };
let own: Party;
let other: Party;

beforeAll(async () => {
  const { sql, secrets } = waypost;
  const made = await addOrganization(sql, secrets, { name: "Other", email: "eve@example.com" });
  const call = caller(waypost.url, made.api_key);
  own = { call: waypost.call, channelId: waypost.channelId };
  other = { call, channelId: await addNumber(call) };
  await waypost.sql`update channels set check_at = now()`;
  await eventually("a portfolio of both", async () => {
    const rows = await waypost.sql`select from channels where portfolio_id is not null`;
    return rows.length === 2 || null;
  });
});

beforeEach(async () => {
  await waypost.sql`delete from lane_items`;
  await waypost.sql`delete from portfolio_people`;
  await waypost.sql`update portfolios set people = 0`;
});

async function addNumber(call: Party["call"]): Promise<string> {
  const [id, waba_id] = ["720000001", "820000001"];
  const phone = { id, waba_id, display_phone_number: "+1 555-099-0501", verified_name: "Other" };
  await control(waypost, "phone_numbers", phone);
  const { body } = await call("POST", "/v1/channels", {
    ...{ platform: "whatsapp_official", name: "Other", phone_number_id: id, waba_id, settings: UNPACED },
    access_token: SANDBOX_DEFAULTS.accessToken,
  });
  return body.id;
}

async function allow(people: number): Promise<void> {
  await control(waypost, "portfolio", { messaging_limit: `TIER_${people}` });
  await eventually(`a limit of ${people}`, async () => {
    const found = await Promise.all([limits(own), limits(other)]);
    return found.every(({ messaging }) => messaging?.limit === people) || null;
  });
}

const limits = async ({ call, channelId }: Party) =>
  (await call("GET", `/v1/channels/${channelId}/limits`)).body;
const send = async ({ call, channelId: channel_id }: Party, to: string) => {
  const body = { channel_id, to, type: "text", content: { body: "Hello" } };
  return (await call("POST", "/v1/messages", body)).body.id as string;
};
const record = async ({ call }: Party, id: string) => (await call("GET", `/v1/messages/${id}`)).body;
const held = (party: Party, id: string) =>
  eventually("a message that waits for room", async () => {
    const found = await record(party, id);
    return found.held?.reason === "messaging_limit" ? found : null;
  });
const called = (party: Party, id: string) =>
  eventually("a message that is called", async () => {
    const found = await record(party, id);
    return found.attempts > 0 && found.held === null ? found : null;
  });

test("organisations with numbers of one portfolio count together, and see no more of each other", async () => {
  await allow(2);
  await called(own, await send(own, "14155550501"));
  await called(other, await send(other, "14155550502"));
  await held(own, await send(own, "14155550503"));
  await held(other, await send(other, "14155550504"));
  for (const party of [own, other]) {
    const { messaging } = await limits(party);
    expect(messaging).toMatchObject({ limit: 2, used: 2 });
    expect(messaging.resets).toMatchObject([{ room: 1 }]);
  }
});

test("a message that Meta refuses gives its place back, and the next goes", async () => {
  await allow(1);
  const refused = await send(own, "15550000151");
  await eventually("a refusal", async () => (await record(own, refused)).status === "failed" || null);
  expect((await limits(own)).messaging.used).toBe(0);
  const sent = await send(own, "14155550511");
  await called(own, sent);
  expect((await limits(own)).messaging.used).toBe(1);
});

test("a waiting person takes the place that a refused message gives back", async () => {
  await allow(1);
  const refused = await send(own, "15550000152");
  await eventually("a call", async () => (await record(own, refused)).attempts > 0 || null);
  const waiting = await send(other, "14155550512");
  await eventually("a refusal", async () => (await record(own, refused)).status === "failed" || null);
  await called(other, waiting);
});

test("those who wait have one turn each, and no more are looked at than there is room for", async () => {
  await allow(2);
  const first = [await send(own, "14155550521"), await send(own, "14155550522")];
  for (const id of first) await called(own, id);
  const waiting: string[] = [];
  for (const last of ["3", "4", "5", "6"]) {
    const id = await send(own, `1415555052${last}`);
    await held(own, id);
    waiting.push(id);
  }
  const leaving = (await waypost.sql`select called_at from portfolio_people order by called_at`).map(
    ({ called_at }) => called_at.getTime() + DAY_MS,
  );
  const turns = async () =>
    (await Promise.all(waiting.map((id) => record(own, id)))).map(({ held: hold }) =>
      hold === null ? null : Date.parse(hold.until),
    );
  const planned = [...leaving, ...leaving.map((at) => at + DAY_MS)];
  expect(await turns()).toEqual(planned);

  await allow(3);
  await called(own, waiting[0] ?? "");
  expect(await turns()).toEqual([null, ...planned.slice(1)]);
});
