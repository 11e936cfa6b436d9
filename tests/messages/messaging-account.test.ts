/** Messages are sent for the messaging account that their channel names, and Meta refuses one that is not the number's. */
import { afterAll, expect, test } from "bun:test";
import { SANDBOX_DEFAULTS } from "../../daemon/sandbox/graph/defaults.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { eventually } from "../support/until.ts";

const waypost = sharedDaemon();
const [other] = SANDBOX_DEFAULTS.phoneNumber.otherMessagingAccounts ?? [];

const name = async (messaging_account_id: string | null) =>
  await waypost.call("PATCH", `/v1/channels/${waypost.channelId}`, { settings: { messaging_account_id } });

afterAll(() => name(null));

/** The record of a text once it is sent or failed, and the account that the sandbox has it billed to. */
async function sent(to: string) {
  const message = { channel_id: waypost.channelId, to, type: "text", content: { body: "Hello" } };
  const { body: accepted } = await waypost.call("POST", "/v1/messages", message);
  const record = await eventually("the end of the call", async () => {
    const { body } = await waypost.call("GET", `/v1/messages/${accepted.id}`);
    return !["queued", "sending"].includes(body.status) && body;
  });
  const calls = await fetch(`${waypost.sandbox.url}/sandbox/messages?callback=${accepted.id}`);
  const { data } = (await calls.json()) as { data: { messaging_account_id?: string }[] };
  return { record, accounts: data.map((call) => call.messaging_account_id ?? null) };
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
