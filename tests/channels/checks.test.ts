/** The status of official numbers is checked regularly. */

import { expect, test } from "bun:test";
import { tokenContext } from "../../daemon/channels/channel.ts";
import { settle } from "../../daemon/channels/settle.ts";
import { SANDBOX_DEFAULTS } from "../../daemon/sandbox/graph/defaults.ts";
import { take } from "../inbound/support.ts";
import { startTestDaemon } from "../support/daemon.ts";
import { testDatabase } from "../support/database.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { eventually } from "../support/until.ts";
import { control } from "../templates/support.ts";

const PHONE = SANDBOX_DEFAULTS.phoneNumber;
const waypost = sharedDaemon();

const channel = async () => (await waypost.call("GET", `/v1/channels/${waypost.channelId}`)).body;
const due = () => waypost.sql`update channels set check_at = now()`;
const until = (status: string) =>
  eventually(`channel that is ${status}`, async () => {
    const found = await channel();
    return found.status === status ? found : null;
  });
/** The platform's status of the number from now on. */
const number = (registered: boolean) =>
  control(waypost, "phone_numbers", {
    ...{ id: PHONE.id, waba_id: PHONE.wabaId, verified_name: PHONE.verifiedName, registered },
    display_phone_number: PHONE.displayPhoneNumber,
  });

test("a number that no longer works is found out, and comes back by itself", async () => {
  await number(false);
  await due();
  expect((await until("disconnected")).status_reason).toContain("WhatsApp says PENDING of this number");
  await number(true);
  await due();
  expect((await until("connected")).status_reason).toBeNull();
});

test("a channel is checked again soon when something is wrong, and about hourly otherwise", async () => {
  const seconds = async () => {
    const [row] = await waypost.sql`select extract(epoch from check_at - now())::float as left from channels`;
    return row?.left;
  };
  await number(false);
  await due();
  await until("disconnected");
  expect(await seconds()).toBeLessThan(670);
  await number(true);
  await due();
  await until("connected");
  expect(await seconds()).toBeGreaterThan(3000);
});

test.each([
  ["reinstated", { event: "DISABLED_UPDATE", ban_info: { waba_ban_state: "REINSTATE" } }],
  ["connected again", { event: "ACCOUNT_RECONNECTED" }],
])("an account that is %s connects its numbers", async (_, news) => {
  const banned = { event: "DISABLED_UPDATE", ban_info: { waba_ban_state: "DISABLE" } };
  await take(waypost, banned, "account_update");
  expect((await channel()).status).toBe("restricted");
  await take(waypost, news, "account_update");
  expect((await until("connected")).status_reason).toBeNull();
});

test("an account that is disabled stays so, however well its number looks", async () => {
  await take(
    waypost,
    { event: "DISABLED_UPDATE", ban_info: { waba_ban_state: "DISABLE" } },
    "account_update",
  );
  await due();
  await eventually("such channel", async () => {
    const [row] = await waypost.sql`select check_at > now() + interval '8 minutes' as planned from channels`;
    return row?.planned === true ? row : null;
  });
  expect(await channel()).toMatchObject({ status: "restricted", status_reason: "the account is disabled" });
});

test("more channels are checked at once than there are connections to the database", async () => {
  const numbers = Array.from({ length: 20 }, (_, index) => String(6000 + index));
  for (const id of numbers) {
    const named = { display_phone_number: `+1 555 010 ${id}`, verified_name: "Many" };
    await control(waypost, "phone_numbers", { id, waba_id: `60${id}`, registered: false, ...named });
    await waypost.call("POST", "/v1/channels", {
      ...{ platform: "whatsapp_official", name: id, phone_number_id: id },
      access_token: SANDBOX_DEFAULTS.accessToken,
    });
    await control(waypost, "phone_numbers", { id, waba_id: `60${id}`, ...named });
  }
  await due();
  await eventually("such channel", async () => {
    const rows = await waypost.sql`
      select from channels where phone_number_id = any (${numbers}) and status = 'connected'`;
    return rows.length === numbers.length ? true : null;
  });
});

const rests = "provider_unavailable: 503; rests until 2026-11-22T04:00:00.000Z, then tries one message";
test.each([
  [
    "a remark beside a connection stays",
    "connected",
    "the display name x was rejected",
    "connected",
    false,
    false,
  ],
  ["a rest is not talked over", "degraded", rests, "connected", true, false],
  ["what held the lane is over", "restricted", "the account is restricted", "connected", false, true],
  ["a reconnection counts while the lane is held", "connecting", null, "connected", true, true],
  [
    "silence says nothing of a restriction",
    "restricted",
    "the account is restricted",
    "degraded",
    false,
    false,
  ],
  ["silence on a connected number is recorded", "connected", null, "degraded", false, true],
  ["a refusal is recorded whatever was known", "degraded", rests, "disconnected", true, true],
])("%s", (_, status, status_reason, answer, isHeld, isTold) => {
  const found = { status: answer, reason: answer === "connected" ? null : "as asked" };
  const stays = { status, reason: status_reason };
  expect(settle({ status, status_reason }, found, isHeld)).toEqual(isTold ? found : stays);
});

test("a check proves a number, and its account when that lists it", async () => {
  const database = await testDatabase();
  for (const id of ["51", "52"])
    await control(waypost, "phone_numbers", {
      ...{ id, waba_id: `${id}00`, display_phone_number: `+1 555 010 00${id}`, verified_name: "Own" },
    });
  await database.sql`
    insert into channels (organization_id, id, platform, status, name, phone_number_id, waba_id) values
      ('org_a', 'ch_good', 'whatsapp_official', 'connected', 'Good', '52', '5200'),
      ('org_b', 'ch_claimed', 'whatsapp_official', 'disconnected', 'Claimed', '50', '5100'),
      ('org_b', 'ch_half', 'whatsapp_official', 'connected', 'Own number', '51', '5200')`;
  const { graphUrl } = waypost.config;
  const other = await startTestDaemon({ databaseUrl: database.url, config: { graphUrl } });
  for (const id of ["ch_good", "ch_claimed", "ch_half"]) {
    const token = other.secrets.encrypt(SANDBOX_DEFAULTS.accessToken, tokenContext(id));
    await database.sql`update channels set access_token = ${token}, check_at = now() where id = ${id}`;
  }
  const expected = [
    ["ch_claimed", false, false],
    ["ch_good", true, true],
    ["ch_half", true, false],
  ];
  const known = async () => {
    const rows = await database.sql`
      select id, proven_at is not null as number, account_proven_at is not null as account from channels
      where id in ('ch_good', 'ch_claimed', 'ch_half') order by id`;
    return rows.map(({ id, number, account }) => [id, number, account]);
  };
  const isDone = async () => (Bun.deepEquals(await known(), expected) ? true : null);
  await eventually("end of the check", isDone).finally(() => other.stop());
  await database.drop();
});

test("credentials of another number are not taken for this one's", async () => {
  const path = `/v1/channels/${waypost.channelId}`;
  const before = await channel();
  const other = await waypost.call("PATCH", path, { phone_number_id: "999", access_token: "token" });
  expect(other).toMatchObject({ status: 422, body: { errors: [{ path: "/phone_number_id" }] } });
  expect(await channel()).toEqual(before);
  const same = await waypost.call("PATCH", path, { phone_number_id: PHONE.id, name: "Shop" });
  expect(same).toMatchObject({ status: 200, body: { name: "Shop" } });
});
