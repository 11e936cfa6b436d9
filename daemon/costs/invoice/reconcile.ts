import type { ChannelRow } from "../../../db/channels/channels.ts";
import type { Sql } from "../../../db/connection/client.ts";
import {
  accountsOfMonth,
  type LedgerTotal,
  ledgerOfMonth,
  ledgerTotals,
  type OfMonth,
  removedChannels,
} from "../../../db/costs/invoice/ledger.ts";
import { amountAtMost } from "../../../db/costs/invoice/messages.ts";
import { tokenContext } from "../../channels/channel.ts";
import { whyLeftAlone } from "../../channels/left-alone.ts";
import { type Caller, mayUseChannel } from "../../http/caller.ts";
import { notFound } from "../../http/found.ts";
import type { Charges } from "../../providers/charges.ts";
import type { CallOutcome } from "../../providers/management.ts";
import type { Providers } from "../../providers/provider.ts";
import type { Secrets } from "../../secrets/envelope.ts";
import { allChannels } from "../all-channels.ts";
import { compare, costsMore, type Difference, LEAST, withTierOrder } from "./compare.ts";
import { shownDifference } from "./shown-difference.ts";
import { invoiceOf, together, totalOf } from "./totals.ts";

export type InvoiceDependencies = { sql: Sql; secrets: Secrets; providers: Providers };

const REMOVED = "the channel was removed: add its number again to compare what it cost";

/** What is compared: a month, and of what alone. */
type Asked = { month: string; channelId: string | undefined; accountId: string | undefined };

/** Compares the ledger of a month with what the platform says that it charged, by number and account. */
export async function reconcile(dependencies: InvoiceDependencies, caller: Caller, asked: Asked) {
  const { month, channelId } = asked;
  const { sql, providers } = dependencies;
  const { organizationId, channelIds } = caller;
  if (channelId !== undefined && !mayUseChannel(caller, channelId)) throw notFound("channel");
  const only = channelId === undefined ? channelIds : [channelId];
  const isCharged = ({ platform }: ChannelRow) => providers[platform]?.charges !== undefined;
  const compared = [];
  // all of them: what is not compared is not equal
  for (const channel of (await allChannels(sql, organizationId, only)).filter(isCharged))
    compared.push(...(await compareChannel(dependencies, channel, asked)));
  for (const channel of (await removedChannels(sql, organizationId, only, month)).filter(isCharged))
    for (const one of await compareChannel(dependencies, channel, asked))
      compared.push({ ...one, error: REMOVED });
  const differences = withTierOrder(compared.map((one) => one.differences));
  const data = [];
  for (const [nth, one] of compared.entries()) {
    const own = differences[nth] ?? [];
    const { channel_id, waba_id: wabaId, account_id: accountId } = one;
    const of = { organizationId, channelId: channel_id, wabaId, accountId, month };
    const shown = [];
    // one after the other: they may be many, and others need the connections, too
    for (const difference of own) shown.push(await shownDifference(sql, of, difference));
    const equal = one.error === null && own.every(({ reason }) => reason === "tier_order");
    data.push({ ...one, equal, differences: shown });
  }
  return { month, equal: data.every(({ equal }) => equal), ...together(compared), data };
}

/** Each account that a number's messages are billed to: its business account, and those that messages were sent with. */
async function compareChannel(
  dependencies: InvoiceDependencies,
  channel: ChannelRow,
  { month, accountId }: Pick<Asked, "month" | "accountId">,
) {
  const of = { organizationId: channel.organization_id, channelId: channel.id, month };
  const accounts = new Set([channel.waba_id, ...(await accountsOfMonth(dependencies.sql, of))]);
  const wanted = [...accounts].filter((id) => accountId === undefined || id === accountId);
  const compared = [];
  for (const id of wanted) compared.push(await compareAccount(dependencies, channel, id, month));
  return compared;
}

async function compareAccount(
  dependencies: InvoiceDependencies,
  channel: ChannelRow,
  accountId: string | null,
  month: string,
) {
  const { id: channelId, organization_id: organizationId, waba_id: wabaId } = channel;
  const of = { organizationId, channelId, wabaId, accountId, month };
  const about = {
    ...{ channel_id: channelId, phone_number: channel.phone_number, waba_id: wabaId, account_id: accountId },
    ...{ time_zone: channel.time_zone ?? "UTC" },
  };
  const totals = await ledgerTotals(dependencies.sql, of);
  const ledger = totals.map(totalOf);
  const read = await readCharges(dependencies, channel, accountId, month);
  if (read.kind !== "done") return { ...about, ledger, invoice: null, differences: [], error: whyNot(read) };
  const { currency, charges } = read.value;
  const comparesAmounts = totals.every((total) => total.currency === currency);
  const rows = await ledgerOfMonth(dependencies.sql, of);
  return {
    ...{ ...about, ledger, invoice: invoiceOf(read.value) },
    differences: await withMaxPrices(dependencies.sql, of, compare(rows, charges, comparesAmounts)),
    error: comparesAmounts ? untold(charges) : otherCurrency(totals, currency),
  };
}

/** With those named that maximum prices explain: what the invoice has less is no more than was counted by them. */
async function withMaxPrices(sql: Sql, of: OfMonth, differences: readonly Difference[]) {
  const named: Difference[] = [];
  for (const one of differences) {
    const less = one.reason === "another_rate" ? -costsMore(one) : 0;
    const most = less > 0 ? await amountAtMost(sql, of, { ...one, category: one.category ?? "" }) : 0;
    named.push(less > 0 && less <= most + LEAST ? { ...one, reason: "max_price" } : one);
  }
  return named;
}

async function readCharges(
  { secrets, providers }: InvoiceDependencies,
  channel: ChannelRow,
  accountId: string | null,
  month: string,
): Promise<CallOutcome<Charges>> {
  const provider = providers[channel.platform];
  const { access_token: token, phone_number: number } = channel;
  const leftAlone = whyLeftAlone(provider, channel);
  if (leftAlone !== null) return { kind: "unavailable", reason: leftAlone };
  if (provider?.charges === undefined || token === null || accountId === null || number === null)
    return { kind: "unavailable", reason: "the channel needs a waba_id, an access token and a phone number" };
  const accessToken = secrets.decrypt(token, tokenContext(channel.id));
  return await provider.charges(
    { wabaId: accountId, accessToken },
    { phoneNumber: number.replace(/\D/g, ""), month },
  );
}

function whyNot(read: Exclude<CallOutcome<Charges>, { kind: "done" }>): string {
  const why = read.kind === "refused" ? (read.error.detail ?? read.error.title) : read.reason;
  return `WhatsApp's invoice can't be read: ${why}`;
}

function otherCurrency(totals: readonly LedgerTotal[], currency: string | null): string {
  const own = totals.map((total) => total.currency).join(", ");
  return `the ledger is in ${own}, the invoice in ${currency ?? "no known currency"}: only messages are compared. Costs are counted in the currency of the rate cards: replace these by cards in the account's`;
}

/** Why amounts of an invoice were not compared; null where WhatsApp tells all of them. */
function untold(charges: Charges["charges"]): string | null {
  const isUntold = charges.some(({ isFree, amount, messages }) => !isFree && amount === null && messages > 0);
  return isUntold ? "WhatsApp doesn't say what these messages cost: only messages are compared" : null;
}
