/** The ledger beside the sandbox's invoice, which is made without any of the ledger's code. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { createLog } from "../../daemon/lib/log.ts";
import { SANDBOX_DEFAULTS } from "../../daemon/sandbox/graph/defaults.ts";
import { type Daemon, startDaemon } from "../../daemon/start/daemon.ts";
import { LATER_RATES, RATES, TIERS } from "../../scripts/lab/stage/costs/rates.ts";
import { messageAt, peopleOfAds, TEMPLATES } from "../../scripts/lab/stage/costs/traffic.ts";
import { startWebhookSplitter } from "../../scripts/lab/stage/costs/webhook-splitter.ts";
import { caller } from "../support/daemon.ts";
import { LONG_MS } from "../support/long.ts";
import { ownDaemon } from "../support/own-daemon.ts";
import { lookUntil, until } from "../support/until.ts";

setDefaultTimeout(LONG_MS);

const waypost = ownDaemon();
let other: Daemon;
let splitter: ReturnType<typeof startWebhookSplitter>;
let channels: string[];

/** The first day of a month that has begun everywhere. */
const FIRST = `${new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 7)}-01`;
/** Before and after midnight of that day in São Paulo; in Kolkata it is the new month both times. */
const BEFORE = `${FIRST}T02:20:00Z`;
const AFTER = `${FIRST}T03:00:01Z`;
const MONTH = FIRST.slice(0, 7);
const LAST_MONTH = new Date(Date.parse(FIRST) - 1).toISOString().slice(0, 7);
const ACCOUNTS = [
  { waba_id: "500400300200100", timezone_id: "25", country: "BR", authentication_international: true },
  { waba_id: "8008", timezone_id: "71" },
  { waba_id: "9009", currency: "EUR" },
];

beforeAll(async () => {
  const { config, databaseUrl, secrets, sandbox, daemon } = waypost;
  for (const account of ACCOUNTS) await control("accounts", account);
  for (const template of TEMPLATES) await control("templates", template);
  await control("rates", { rates: RATES, tiers: TIERS, valid_from: "2020-01-01" }, "PUT");
  const inEuros = (file: string) => file.replaceAll("$US", "EUR");
  await control("rates", { rates: inEuros(RATES), tiers: inEuros(TIERS), valid_from: "2020-01-01" }, "PUT");
  await control("rates", { rates: LATER_RATES, tiers: TIERS, valid_from: FIRST }, "PUT");
  channels = [
    waypost.channelId,
    await addNumber("8008", "551140040100"),
    await addNumber("9009", "493012345678"),
  ];
  // has its account read
  const again = { access_token: SANDBOX_DEFAULTS.accessToken };
  await waypost.call("PATCH", `/v1/channels/${waypost.channelId}`, again);
  await waypost.call("PUT", "/v1/rate-card", { csv: RATES, tiers_csv: TIERS, valid_from: "2020-01-01" });
  await waypost.call("PUT", "/v1/rate-card", { csv: LATER_RATES, tiers_csv: TIERS, valid_from: FIRST });
  // what is counted anew goes by the machine's clock, which is not the sandbox's
  await waypost.sql`update cost_recounts set settles_at = now()`;
  await until(async () => (await waypost.sql`select from cost_recounts`).length === 0);
  other = await startDaemon({ config, databaseUrl, secrets, log: createLog("silent") });
  splitter = startWebhookSplitter([daemon.url, other.url]);
  sandbox.setWebhookUrl(splitter.url);
});
afterAll(async () => {
  await other.stop();
  await splitter.close();
});

async function control(path: string, body?: object, method = "POST") {
  const { body: answer, status } = await caller(waypost.sandbox.url, null)(method, `/sandbox/${path}`, body);
  if (status !== 200) throw new Error(`${path}: ${JSON.stringify(answer)}`);
  return answer;
}

async function addNumber(waba_id: string, number: string): Promise<string> {
  const made = await control("phone_numbers", {
    waba_id,
    display_phone_number: `+${number}`,
    verified_name: "Shop",
  });
  const graph = caller(waypost.sandbox.graphUrl, null);
  await graph("POST", `/${waba_id}/subscribed_apps`, undefined, {
    authorization: `Bearer ${made.access_token}`,
  });
  const { body } = await waypost.call("POST", "/v1/channels", {
    ...{ platform: "whatsapp_official", name: "Shop", phone_number_id: made.id, waba_id },
    ...{
      access_token: made.access_token,
      settings: { rate: { per_second: 100_000, per_recipient_seconds: 0 }, service_window: "provider" },
    },
  });
  return body.id;
}

/** Sends messages from one place in the traffic to another by both daemons; gives the ids. */
async function sendAll(channel_id: string | undefined, from: number, to: number, category?: string) {
  const calls = [waypost.call, caller(other.url, waypost.key)];
  const ids: string[] = [];
  for (let first = from; first < to; first += 50) {
    const batch = Array.from({ length: Math.min(50, to - first) }, (_, nth) => first + nth);
    const answers = await Promise.all(
      batch.map((nth) =>
        calls[nth % 2]?.("POST", "/v1/messages", { channel_id, ...messageAt(nth, category) }),
      ),
    );
    for (const answer of answers) {
      expect([answer?.status, answer?.body.detail]).toEqual([201, undefined]);
      ids.push(answer?.body.id);
      sent += 1;
    }
  }
  return ids;
}

/** From one number after the other: which of them reaches a tier, which they share, depends on the order. */
async function sendFromEach(part: (count: number) => [number, number]): Promise<void> {
  for (const [nth, count] of COUNTS.entries()) {
    await sendAll(channels[nth], ...part(count));
    await settled();
  }
}

/** Until all were sent and reported, and the daemons have what was. */
async function settled(count = sent): Promise<void> {
  const accepted = async () => (await control("counts", undefined, "GET")).total;
  expect(await lookUntil(accepted, (total) => total >= count)).toBe(count);
  const left = async () => {
    const { scheduled, waiting, underway } = await control("webhooks", undefined, "GET");
    const [row] = await waypost.sql`select count(*)::integer as count from provider_webhooks`;
    return scheduled + waiting + underway + row?.count;
  };
  expect(await lookUntil(left, (sum) => sum === 0)).toBe(0);
}

/** What all numbers come to, and what the differences of the compared ones do. */
async function together(month: string) {
  const { body } = await waypost.call("GET", `/v1/costs/invoice?month=${month}`);
  type Side = { messages: number; amount: number | null };
  type Account = { error: string | null; differences: { ledger: Side; invoice: Side }[] };
  const differences = body.data.flatMap((one: Account) => (one.error === null ? one.differences : []));
  const sum = (of: "messages" | "amount") =>
    differences.reduce(
      (total: number, { ledger, invoice }: Account["differences"][number]) =>
        total + (invoice[of] ?? 0) - (ledger[of] ?? 0),
      0,
    );
  return { ...body, differing: { messages: sum("messages"), amount: sum("amount") } };
}

async function compared(month: string) {
  const { status, body } = await waypost.call("GET", `/v1/costs/invoice?month=${month}`);
  expect(status).toBe(200);
  return channels.map((id) => body.data.find((one: { channel_id: string }) => one.channel_id === id));
}

/** Messages from each number; the last quarter goes after midnight. */
const COUNTS = [1_000, 240, 80];
/** Answers after midnight from the first number, of which a thousand are free. */
const ANSWERS = 960;
let sent = 0;

test("over two thousand messages, two daemons and a month's end it is the same to the cent", async () => {
  const people = peopleOfAds(5);
  await control("clock", { at: BEFORE });
  for (const from of people) {
    const message = { type: "text", text: { body: "Hi" }, referral: { source_type: "ad", source_id: "1" } };
    await control("inbound", { from, message });
  }
  const quarter = (count: number) => Math.floor(count * 0.75);
  await sendFromEach((count) => [0, quarter(count)]);
  await control("clock", { at: AFTER });
  await sendFromEach((count) => [quarter(count), count]);
  await sendAll(channels[0], 0, ANSWERS, "service");
  await settled();

  for (const [month, places] of [
    [LAST_MONTH, [0]],
    [MONTH, [0, 1]],
  ] as const) {
    const accounts = await compared(month);
    for (const place of places) {
      const invoice = await control(
        `invoice?waba_id=${ACCOUNTS[place]?.waba_id}&month=${month}`,
        undefined,
        "GET",
      );
      const { differences, error, equal, ledger } = accounts[place];
      const wrong = differences.filter(({ reason }: { reason: string }) => reason !== "tier_order");
      expect({ wrong, error, equal }).toEqual({ wrong: [], error: null, equal: true });
      expect(ledger[0].amount).toBeCloseTo(invoice.total, 6);
      expect(invoice.total).toBeGreaterThan(1);
      expect(new Set(invoice.lines.map((line: { tier: string }) => line.tier)).size).toBeGreaterThan(3);
    }
  }
  const charged = await waypost.sql<{ category: string }[]>`
    select category, sum(messages - free)::integer as count from cost_sums where span = 'month'
      and channel_id = ${waypost.channelId} and at = ${FIRST} group by 1 having sum(messages - free) > 0 order by 1`;
  expect(charged.map(({ category }) => category)).toEqual([
    "authentication",
    "authentication_international",
    "marketing",
    "service",
    "utility",
  ]);
});

test("an account in another currency is compared by its messages alone, and says so", async () => {
  const [, , third] = await compared(MONTH);
  const error = expect.stringContaining("EUR");
  expect(third).toMatchObject({ equal: false, differences: [], invoice: { currency: "EUR" }, error });
});

test("numbers add up to what all cost, and one in another currency is not among them", async () => {
  const { totals, differing, data, not_compared } = await together(MONTH);
  const [{ ledger, invoice, difference }] = totals;
  expect(totals).toMatchObject([{ currency: "USD" }]);
  const own = channels
    .slice(0, 2)
    .map((id) => data.find((one: { channel_id: string }) => one.channel_id === id));
  expect(ledger.messages).toBe(own[0].ledger[0].messages + own[1].ledger[0].messages);
  expect(invoice.amount).toBeCloseTo(own[0].invoice.amount + own[1].invoice.amount, 6);
  expect(difference.messages).toBe(differing.messages);
  expect(difference.amount).toBeCloseTo(differing.amount, 4);
  expect(not_compared).toMatchObject([{ channel_id: channels[2], reason: expect.stringContaining("EUR") }]);
});

test("a message whose delivery was never reported is named", async () => {
  await control("clock", { at: null });
  splitter.setLosing(true);
  const [id] = await sendAll(channels[1], 1, 2);
  await settled();
  splitter.setLosing(false);
  // Kolkata is ahead of UTC by five and a half hours
  const [, second] = await compared(new Date(Date.now() + 5.5 * 3_600_000).toISOString().slice(0, 7));
  expect(second.equal).toBe(false);
  expect(second.differences).toMatchObject([
    { reason: "not_reported", country: "BO", free: true, message_ids: [id] },
  ]);
});

test("a removed number with messages of the month is said not to be compared", async () => {
  const id = channels[1];
  await waypost.call("DELETE", `/v1/channels/${id}`);
  const { data, equal, not_compared, totals } = await together(MONTH);
  expect(equal).toBe(false);
  expect(not_compared).toContainEqual(
    expect.objectContaining({ channel_id: id, reason: expect.stringContaining("removed") }),
  );
  const removed = data.find((one: { channel_id: string }) => one.channel_id === id);
  const [first] = await compared(MONTH);
  expect(removed).toMatchObject({ invoice: null, equal: false });
  expect(removed.ledger[0].messages).toBeGreaterThan(0);
  expect(totals[0].ledger.messages).toBe(first.ledger[0].messages);
  expect((await together("2021-01")).not_compared).toEqual([]);
});
