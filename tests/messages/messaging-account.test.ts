/** Messages are sent for the messaging account that their channel names, and Meta refuses one that is not the number's. */
import { afterAll, expect, test } from "bun:test";
import { SANDBOX_DEFAULTS } from "../../daemon/sandbox/graph/defaults.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { eventually } from "../support/until.ts";

const waypost = sharedDaemon();
const [other] = SANDBOX_DEFAULTS.phoneNumber.otherMessagingAccounts ?? [];

const name = async (messaging_account_id: string | null) =>
  await waypost.call("PATCH", `/v1/channels/${waypost.channelId}`, { settings: { messaging_account_id } });

const alsoKnown = async (...other_messaging_account_ids: string[]) =>
  await waypost.call("PATCH", `/v1/channels/${waypost.channelId}`, {
    settings: { other_messaging_account_ids },
  });

afterAll(() => name(null));

/** The record of a text once it is sent or failed, and the account that the sandbox has it billed to. */
async function sent(to: string, more: object = {}) {
  const message = { channel_id: waypost.channelId, to, type: "text", content: { body: "Hello" }, ...more };
  const { status, body: accepted } = await waypost.call("POST", "/v1/messages", message);
  expect([status, accepted.detail]).toEqual([201, undefined]);
  const record = await eventually("the end of the call", async () => {
    const { body } = await waypost.call("GET", `/v1/messages/${accepted.id}`);
    return !["queued", "sending"].includes(body.status) && body;
  });
  return { record, accounts: await accountsOf(accepted.id) };
}

/** With which account each call for a message came to the sandbox. */
async function accountsOf(id: string): Promise<(string | null)[]> {
  const calls = await fetch(`${waypost.sandbox.url}/sandbox/messages?callback=${id}`);
  const { data } = (await calls.json()) as { data: { messaging_account_id?: string }[] };
  return data.map((call) => call.messaging_account_id ?? null);
}

test("a message names the account of its channel, and none where it has none", async () => {
  expect((await sent("16505550410")).accounts).toEqual([null]);
  const named = await name(other ?? "");
  expect(named.body.settings.messaging_account_id).toBe(other);
  expect((await sent("16505550411")).accounts).toEqual([other ?? ""]);
  expect((await name(null)).status).toBe(200);
  expect((await sent("16505550412")).accounts).toEqual([null]);
});

test("a message for an account that is not the number's fails, and says so", async () => {
  await name("1");
  const { record, accounts } = await sent("16505550413");
  expect([record.status, accounts]).toEqual(["failed", []]);
  expect(record.error.detail).toContain("messaging_account_id");
});

test.each(["", "abc", 5])("%p is no account", async (id) => {
  expect((await name(id as string)).status).toBe(422);
});

test("a message is sent with the account that it names, whatever its channel's is, and shows it", async () => {
  await name(null);
  await alsoKnown(other ?? "");
  const { record, accounts } = await sent("16505550414", { messaging_account_id: other });
  expect([record.messaging_account_id, accounts]).toEqual([other ?? "", [other ?? ""]]);
  await name(other ?? "");
  // of a lane that rests, the call begins as the message is accepted
  await sent("16505550418");
  const { wabaId } = SANDBOX_DEFAULTS.phoneNumber;
  expect((await sent("16505550415", { messaging_account_id: wabaId })).accounts).toEqual([wabaId]);
});

test("a message that waits goes with its own account, and each of a batch with its own", async () => {
  await name(null);
  await alsoKnown(other ?? "");
  const message = { channel_id: waypost.channelId, to: "16505550416", type: "text", content: { body: "Hi" } };
  const scheduled_at = new Date(Date.now() + 1000).toISOString();
  const messages = [{ ...message, scheduled_at, messaging_account_id: other }, message];
  const { body } = await waypost.call("POST", "/v1/messages/batch", { messages });
  const accounts = await eventually("both calls", async () => {
    const made = await Promise.all(
      body.data.map(({ message }: { message: { id: string } }) => accountsOf(message.id)),
    );
    return made.every((one) => one.length > 0) && made;
  });
  expect(accounts).toEqual([[other ?? ""], [null]]);
});

test("a message for an account that the channel doesn't know is refused, and says which it knows", async () => {
  await name(null);
  await alsoKnown("77");
  const message = { channel_id: waypost.channelId, to: "16505550417", type: "text", content: { body: "Hi" } };
  const { status, body } = await waypost.call("POST", "/v1/messages", {
    ...message,
    messaging_account_id: "1",
  });
  expect([status, body.errors[0].path]).toEqual([422, "/messaging_account_id"]);
  expect(body.detail).toContain(`the channel knows ${SANDBOX_DEFAULTS.phoneNumber.wabaId}, 77, and not 1`);
});
