/** Costs go to the account at Meta that a message was sent with, whatever its channel names later. */
import { beforeAll, expect, test } from "bun:test";
import { SANDBOX_DEFAULTS } from "../../daemon/sandbox/graph/defaults.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { lookUntil, until } from "../support/until.ts";
import { insertRates } from "./insert-rates.ts";

const waypost = sharedDaemon();
const { wabaId, otherMessagingAccounts } = SANDBOX_DEFAULTS.phoneNumber;
const other = otherMessagingAccounts?.[0] ?? "";

const TEMPLATE = { template: { name: "hello_world", language: { code: "en_US" } } };

async function send(more: object = {}) {
  const message = {
    channel_id: waypost.channelId,
    to: "14155559001",
    type: "template",
    content: TEMPLATE,
    ...more,
  };
  return (await waypost.call("POST", "/v1/messages", message)).body;
}

const recordOf = async (id: string) => (await waypost.call("GET", `/v1/messages/${id}`)).body;
const name = async (messaging_account_id: string | null) =>
  await waypost.call("PATCH", `/v1/channels/${waypost.channelId}`, { settings: { messaging_account_id } });

async function bill() {
  const { id } = await send();
  await lookUntil(
    () => recordOf(id),
    ({ cost }) => cost?.state === "billed",
  );
}

async function sums(query: string) {
  const { body } = await waypost.call("GET", `/v1/costs?${query}`);
  return body.data.map(({ group, messages, amount }: Record<string, unknown>) => [group, messages, amount]);
}

beforeAll(async () => {
  await insertRates(waypost.sql, "EUR", { US: { utility: 0.01 } });
  const scheduled_at = new Date(Date.now() + 3600_000).toISOString();
  await until(async () => (await recordOf((await send({ scheduled_at })).id)).cost !== null);
  await bill();
  await name(other);
  await bill();
  await bill();
  await name(null);
});

test("each account has what was sent with it, and the number's business account the rest", async () => {
  expect(await sums("group_by=account")).toEqual([
    [other, 2, 0.02],
    [wabaId, 1, 0.01],
  ]);
});

test("an account's costs by day, and by country", async () => {
  const today = new Date().toISOString().slice(0, 10);
  expect(await sums(`account_id=${other}`)).toEqual([[today, 2, 0.02]]);
  expect(await sums(`account_id=${wabaId}&group_by=country`)).toEqual([["US", 1, 0.01]]);
  expect(await sums("account_id=1&group_by=country")).toEqual([]);
});

test.each([
  ["group_by=key&account_id=1", "/group_by"],
  ["group_by=account&broadcast_id=bc_1", "/broadcast_id"],
  ["group_by=template&account_id=1", "/account_id"],
  ["group_by=contact&account_id=1", "/account_id"],
])("%s is refused, and says what to leave out", async (query, path) => {
  const { status, body } = await waypost.call("GET", `/v1/costs?${query}`);
  expect([status, body.errors[0].path]).toEqual([422, path]);
});
