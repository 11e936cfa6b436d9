/** Whether the ledger equals the sandbox's invoice, over many messages, several daemons and a month's end. */
import { SANDBOX_DEFAULTS } from "../../../daemon/sandbox/graph/defaults.ts";
import { LATER_RATES, RATES, TIERS } from "../stage/costs/rates.ts";
import { messageAt, TEMPLATES } from "../stage/costs/traffic.ts";
import { startWebhookSplitter } from "../stage/costs/webhook-splitter.ts";
import type { Endings } from "../stage/endings.ts";
import { addOfficial, UNPACED } from "../stage/sandbox.ts";
import type { Options } from "./options.ts";
import { type Figure, figure } from "./report.ts";
import type { Stage, Target } from "./stage.ts";

const NUMBERS = 4;
const CONNECTIONS = 48;
const QUICK = 400;
/** São Paulo. */
const TIME_ZONE = "25";

type Account = {
  ledger: { messages: number; amount: number }[];
  differences: object[];
  error: string | null;
};
type Compared = { equal: boolean; data: Account[] };
type Run = { stage: Stage; daemons: Target[]; channelIds: string[] };

/** Half of the messages go before midnight of a month's first day by the account's clock, half after it. */
export async function measureInvoice(stage: Stage, options: Options, { kept }: Endings): Promise<Figure[]> {
  const messages = options.quick ? QUICK : options.messages;
  const daemons = [stage.daemon, await stage.startAnother()];
  const splitter = await kept(
    async () => startWebhookSplitter(daemons.map(({ url }) => url)),
    (one) => one.close(),
  );
  const first = `${new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 7)}-01`;
  const run: Run = { stage, daemons, channelIds: await prepare(stage, first, splitter.url) };
  const began = Date.now();
  await stage.sandbox.control("POST", "clock", { at: `${first}T02:00:00Z` });
  await sendAll(run, 0, messages / 2);
  await settled(run);
  await stage.sandbox.control("POST", "clock", { at: `${first}T03:00:01Z` });
  await sendAll(run, messages / 2, messages);
  await settled(run);
  const seconds = (Date.now() - began) / 1000;
  const months = [new Date(Date.parse(first) - 1).toISOString().slice(0, 7), first.slice(0, 7)];
  return [
    figure("messages", messages, "", { digits: 0 }),
    figure("whole messages", messages / seconds, "a second", { digits: 0 }),
    ...(await Promise.all(months.map((month) => compare(run, month)))).flat(),
  ];
}

async function prepare({ daemon, sandbox }: Stage, first: string, webhookUrl: string): Promise<string[]> {
  await sandbox.control("POST", "accounts", { timezone_id: TIME_ZONE, authentication_international: true });
  await sandbox.control("POST", "webhook", { url: webhookUrl });
  for (const template of TEMPLATES) await sandbox.control("POST", "templates", template);
  for (const [valid_from, rates] of [
    ["2020-01-01", RATES],
    [first, LATER_RATES],
  ] as const) {
    await sandbox.control("PUT", "rates", { rates, tiers: TIERS, valid_from });
    await daemon.api("PUT", "/v1/rate-card", { csv: rates, tiers_csv: TIERS, valid_from });
  }
  const ids = [daemon.channelId];
  for (let nth = 1; nth < NUMBERS; nth++) ids.push(await addOfficial(sandbox, daemon.api, nth));
  // also has the account read again, whose time zone was another
  const { accessToken: access_token } = SANDBOX_DEFAULTS;
  for (const id of ids) await daemon.api("PATCH", `/v1/channels/${id}`, { settings: UNPACED, access_token });
  return ids;
}

/** Each connection posts the next message of the traffic to the next daemon. */
async function sendAll({ daemons, channelIds }: Run, from: number, to: number): Promise<void> {
  let next = from;
  const post = async () => {
    for (let nth = next++; nth < to; nth = next++) {
      const channel_id = channelIds[Math.floor(nth / 8) % channelIds.length];
      await daemons[nth % daemons.length]?.api("POST", "/v1/messages", { channel_id, ...messageAt(nth) });
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, post));
}

async function settled({ stage: { sandbox, sql } }: Run): Promise<void> {
  while (true) {
    const [row] = await sql<{ left: number }[]>`
      select (select count(*) from lane_items) + (select count(*) from provider_webhooks) as left`;
    const webhooks = await sandbox.control<Record<"scheduled" | "waiting" | "underway", number>>(
      "GET",
      "webhooks",
    );
    const { scheduled, waiting, underway } = webhooks;
    if (Number(row?.left) + scheduled + waiting + underway === 0) return;
    await Bun.sleep(250);
  }
}

async function compare({ stage: { daemon, sandbox } }: Run, month: string): Promise<Figure[]> {
  const [compared, { total }] = await Promise.all([
    daemon.api<Compared>("GET", `/v1/costs/invoice?month=${month}`),
    sandbox.control<{ total: number }>("GET", `invoice?month=${month}`),
  ]);
  const sums = compared.data.flatMap(({ ledger }) => ledger);
  const counted = sums.reduce((sum, { messages }) => sum + messages, 0);
  const amount = sums.reduce((sum, one) => sum + one.amount, 0);
  const differences = compared.data.flatMap((one) => one.differences).length;
  return [
    figure(`${month}: counted`, counted, "messages", { digits: 0, atLeast: 1 }),
    figure(`${month}: ledger`, amount, "USD", { digits: 4 }),
    figure(`${month}: invoice`, total, "USD", { digits: 4 }),
    figure(`${month}: apart`, Math.abs(amount - total), "USD", { digits: 4, atMost: 0 }),
    figure(`${month}: lines that differ`, differences, "", { digits: 0 }),
  ];
}
