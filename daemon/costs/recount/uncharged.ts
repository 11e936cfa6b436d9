import type { ChannelRow } from "../../../db/channels/channels.ts";
import { dayAfter } from "../../../db/costs/days.ts";
import type { MessagePrice } from "../../../db/costs/message-price.ts";
import { keepRecount } from "../../../db/costs/recount.ts";
import {
  listChargedChannels,
  nextUncharged,
  recountExpected,
  settleCharges,
  type UnchargedRow,
} from "../../../db/costs/recount-slices.ts";
import type { NextStep } from "../../lanes/steps.ts";
import { messageIdBound } from "../../lib/ids.ts";
import { dayIn } from "../../lib/time/zone-day.ts";
import { expectedPrice } from "../../messages/accept/expected-price.ts";
import { priceNow } from "../../messages/accept/price-now.ts";
import { isGroup } from "../../messages/message-group.ts";
import { chargesOf } from "../charges.ts";
import { MAX_PRICE } from "../rates/max-price.ts";
import type { Slice } from "./slice.ts";

/** A message is due at most so many days after it was accepted. */
const LONGEST_AHEAD = 31;

type Uncharged = { message: UnchargedRow; channel: ChannelRow };

/** Charges messages that were delivered, as it was reported, while no rate card said what they cost. */
export async function chargeReported(slice: Slice): Promise<NextStep> {
  const { sql, rates, row } = slice;
  return await throughUncharged(slice, async (found) => {
    const charges = found.flatMap(({ message, channel }) => {
      const { id, provider_message_id, pricing, delivered_at, address, user_id } = message;
      if (pricing === null || delivered_at === null || provider_message_id === null || isGroup(user_id))
        return [];
      if (dayIn(channel.time_zone, delivered_at) < row.since) return [];
      return chargesOf(rates, channel, {
        ...{ kind: "status", status: "delivered", error: null, at: delivered_at },
        ...{ messageId: id, providerMessageId: provider_message_id, recipient: address ?? user_id },
        pricing: JSON.parse(pricing),
      });
    });
    if (charges.length > 0) await settleCharges(sql, charges);
    return true;
  });
}

/** Expects of messages on their way, and of those that are scheduled, what they cost by the cards as they are now. */
export async function expectAnew(slice: Slice): Promise<NextStep> {
  const { sql, row } = slice;
  return await throughUncharged(slice, async (found) => {
    const due = found.filter(
      ({ message, channel }) =>
        // the most that a template may cost is no card's
        message.cost?.basis !== MAX_PRICE && dayIn(channel.time_zone, message.due_at) >= row.since,
    );
    const prices = await Promise.all(
      due.map(async (one) => ({ id: one.message.id, price: await priceOfUncharged(slice, one) })),
    );
    return (await recountExpected(sql, row.organization_id, prices)) === 0;
  });
}

/** Goes on through the messages that nobody charged; `work` says whether a slice is done, or has to be tried again. */
async function throughUncharged(
  { sql, row, most }: Slice,
  work: (found: readonly Uncharged[]) => Promise<boolean>,
): Promise<NextStep> {
  const { organization_id: organizationId, since } = row;
  const after = row.message_id ?? messageIdBound(Date.parse(dayAfter(since, -LONGEST_AHEAD)));
  const { last, rows } = await nextUncharged(sql, { organizationId, after }, most);
  if (last === null) return "nothing";
  const channels = await listChargedChannels(sql, organizationId);
  const found = rows.flatMap((message) => {
    const channel = channels.find(({ id }) => id === message.channel_id);
    return channel === undefined ? [] : [{ message, channel }];
  });
  if (found.length > 0 && !(await work(found))) return "wait";
  await keepRecount(sql, organizationId, { message_id: last });
  return "step";
}

/** What a message is expected to cost; null without a card that says it. If it had a price, its category and a group's people stay. */
async function priceOfUncharged(slice: Slice, { message, channel }: Uncharged): Promise<MessagePrice | null> {
  const { address, user_id: userId, cost, due_at: due } = message;
  if (cost === null) return await priceNow(slice, channel, { ...message, userId, due });
  const named = Object.keys(cost.people ?? {}).filter((participant) => participant !== "");
  return expectedPrice(slice.rates, channel, {
    ...{ address, userId, at: due, isAddressed: true, category: cost.category.replace(/^group_/, "") },
    people: named.map((participant) => ({ participant, phone: null })),
  });
}
