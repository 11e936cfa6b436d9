/** Each account's invoice is compared with what was sent with that account. */
import { beforeAll, expect, test } from "bun:test";
import { SANDBOX_DEFAULTS } from "../../daemon/sandbox/graph/defaults.ts";
import { RATES, TIERS } from "../../scripts/lab/stage/costs/rates.ts";
import { caller } from "../support/daemon.ts";
import { ownDaemon } from "../support/own-daemon.ts";
import { lookUntil } from "../support/until.ts";

const waypost = ownDaemon();
const { wabaId, otherMessagingAccounts } = SANDBOX_DEFAULTS.phoneNumber;
const other = otherMessagingAccounts?.[0] ?? "";
const ids: string[] = [];

const change = async (changes: object) =>
  await waypost.call("PATCH", `/v1/channels/${waypost.channelId}`, changes);
const name = (messaging_account_id: string | null) => change({ settings: { messaging_account_id } });

async function bill(to: string): Promise<string> {
  const content = { template: { name: "hello_world", language: { code: "en_US" } } };
  const message = { channel_id: waypost.channelId, to, type: "template", content };
  const { id } = (await waypost.call("POST", "/v1/messages", message)).body;
  await lookUntil(
    async () => (await waypost.call("GET", `/v1/messages/${id}`)).body,
    ({ cost }) => cost?.state === "billed",
  );
  return id;
}

type Compared = {
  account_id: string;
  equal: boolean;
  ledger: { messages: number }[];
  invoice: { messages: number };
};

/** Each account's messages as they were counted, and as they are invoiced. */
async function compared(query = "") {
  const month = new Date().toISOString().slice(0, 7);
  const { body } = await waypost.call("GET", `/v1/costs/invoice?month=${month}${query}`);
  return body.data.map(({ account_id, equal, ledger, invoice }: Compared) => [
    account_id,
    equal,
    ledger[0]?.messages ?? 0,
    invoice.messages,
  ]);
}

beforeAll(async () => {
  await caller(waypost.sandbox.url, null)("PUT", "/sandbox/rates", {
    ...{ rates: RATES, tiers: TIERS, valid_from: "2020-01-01" },
  });
  await waypost.call("PUT", "/v1/rate-card", { csv: RATES, tiers_csv: TIERS, valid_from: "2020-01-01" });
  // has its account read
  await change({ access_token: SANDBOX_DEFAULTS.accessToken });
  ids.push(await bill("4915123456701"));
  await name(other);
  ids.push(await bill("4915123456702"), await bill("4915123456703"));
  await name(null);
});

test("what was sent with an account is compared with its invoice, and the rest with the business account's", async () => {
  expect(await compared()).toEqual([
    [wabaId, true, 1, 1],
    [other, true, 2, 2],
  ]);
  expect(await compared(`&account_id=${other}`)).toEqual([[other, true, 2, 2]]);
  expect(await compared("&account_id=1")).toEqual([]);
});

test("where an account's invoice differs, its own messages are named", async () => {
  // as if each of both cost one more
  await waypost.sql`update cost_sums set amount = amount + 2`;
  await waypost.sql`update cost_accounts set amount = amount + 1`;
  const month = new Date().toISOString().slice(0, 7);
  const { body } = await waypost.call("GET", `/v1/costs/invoice?month=${month}`);
  type Account = { account_id: string; differences: { reason: string; message_ids: string[] }[] };
  expect(
    body.data.map(({ account_id, differences: [first] }: Account) => [
      account_id,
      first?.reason,
      first?.message_ids,
    ]),
  ).toEqual([
    [wabaId, "another_rate", ids.slice(0, 1)],
    [other, "another_rate", ids.slice(1)],
  ]);
});
