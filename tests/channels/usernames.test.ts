/** The user name of an official number: claimed, changed, taken over and given back, and what is reported of it. */
import { beforeAll, expect, test } from "bun:test";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { eventually } from "../support/until.ts";
import { control } from "../templates/support.ts";

const waypost = sharedDaemon();
let first: string;
let second: string;

beforeAll(async () => {
  [first, second] = [await addNumber("First", "76"), await addNumber("Second", "77")];
});

/** A channel of a number whose last digits are these. */
async function addNumber(name: string, end: string): Promise<string> {
  const number = { display_phone_number: `+1 555-099-01${end}`, verified_name: name };
  const { id, waba_id, access_token } = await control(waypost, "phone_numbers", number);
  const { body } = await waypost.call("POST", "/v1/channels", {
    ...{ platform: "whatsapp_official", name, phone_number_id: id, waba_id, access_token },
  });
  return body.id;
}

const username = (method: string, body?: object, id = first) =>
  waypost.call(method, `/v1/channels/${id}/username`, body);

/** What was reported of a channel's name, in order, once that is so much. */
async function reported(id: string, count: number) {
  return await eventually(`${count} reports`, async () => {
    const rows = await waypost.sql<{ body: string }[]>`
      select body from events where type = 'channel.username_changed' and channel_id = ${id} order by id`;
    return rows.length === count && rows.map(({ body }) => JSON.parse(body)).map(shown);
  });
}

const shown = ({ username, status }: Record<string, unknown>) => `${status} ${username}`;

test("a number has none, gets one, another one, and gives it back", async () => {
  expect((await username("GET")).body).toEqual({ username: null, state: null });
  const claimed = await username("PUT", { username: "@Blue.Door_Cafe" });
  expect([claimed.status, claimed.body]).toEqual([200, { username: "blue.door_cafe", state: "approved" }]);
  expect((await username("GET")).body).toEqual({ username: "blue.door_cafe", state: "approved" });
  expect((await username("PUT", { username: "hold.the.door" })).body.state).toBe("reserved");
  expect((await username("DELETE")).status).toBe(204);
  expect((await username("GET")).body).toEqual({ username: null, state: null });
  expect(await reported(first, 3)).toEqual([
    ...["approved blue.door_cafe", "reserved hold.the.door", "deleted null"],
  ]);
  const { body } = await waypost.call("GET", "/v1/audit?action=channel.username_changed");
  expect(body.data.map(({ changes }: { changes: object }) => changes)).toEqual([
    { username: null },
    { username: "hold.the.door" },
    { username: "blue.door_cafe" },
  ]);
});

test("a name of another number of the business is refused, and taken over when that is meant", async () => {
  await username("PUT", { username: "green.door" }, second);
  const refused = await username("PUT", { username: "green.door" });
  expect([refused.status, refused.body.code]).toEqual([409, "username_in_use"]);
  const taken = await username("PUT", { username: "green.door", transfer_action: "force_transfer" });
  expect(taken.body).toEqual({ username: "green.door", state: "approved" });
  expect((await username("GET", undefined, second)).body.username).toBeNull();
  expect(await reported(second, 2)).toEqual(["approved green.door", "deleted null"]);
});

test("WhatsApp suggests names", async () => {
  const { body } = await waypost.call("GET", `/v1/channels/${second}/username/suggestions`);
  expect(body).toEqual({ data: [{ username: "second" }, { username: "second.0177" }] });
});

test.each([
  ["ab", "3 to 35"],
  ["a".repeat(36), "3 to 35"],
  ["blue door", "small letters"],
  ["12345", "a letter"],
  [".blue", "no period"],
  ["blue..door", "no period"],
  ["www.blue", "www"],
  ["blue.com", "address"],
])("the name %s is refused before WhatsApp is asked, and says why", async (given, why) => {
  const { status, body } = await username("PUT", { username: given });
  expect([status, body.code, body.errors[0].path]).toEqual([422, "invalid_request", "/username"]);
  expect(body.detail).toContain(why.replace("a letter", "at least one letter"));
});

test("a paired number has none", async () => {
  const made = await waypost.call("POST", "/v1/channels", { platform: "whatsapp_unofficial", name: "Desk" });
  expect((await username("GET", undefined, made.body.id)).body.code).toBe("unsupported_on_platform");
});
