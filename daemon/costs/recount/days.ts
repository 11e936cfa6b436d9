import { dayAfter } from "../../../db/costs/days.ts";
import { keepRecount } from "../../../db/costs/recount.ts";
import {
  type ChargeSlice,
  countPlaces,
  type KindPrice,
  listChargedChannels,
  nextChargedDay,
  nextCharges,
  recountCharges,
} from "../../../db/costs/recount-slices.ts";
import type { NextStep } from "../../lanes/steps.ts";
import { NO_PRICE, priceIn } from "../rates/price.ts";
import { FIRST_MESSAGE, type Slice } from "./slice.ts";

/**
 * Applies the prices of a day to some of its charges, in the order of days: by that, messages reach volume tiers. From the
 * first day of the month on, since those before count for the tiers, too; their price stays.
 */
export async function recountDay(slice: Slice): Promise<NextStep> {
  const { sql, row, most } = slice;
  const { organization_id: organizationId, since, participant, places } = row;
  const month = `${since.slice(0, 7)}-01`;
  const day = await nextChargedDay(sql, organizationId, row.day ?? month);
  if (day === null) return "nothing";
  const from = { organizationId, day, after: [row.message_id ?? FIRST_MESSAGE, participant] as const };
  const { last, of } = await nextCharges(sql, from, most);
  if (last === null) {
    await keepRecount(sql, organizationId, { day: dayAfter(day), message_id: null, participant: "" });
    return "step";
  }
  const part: ChargeSlice = { ...from, last };
  const counted =
    day < since
      ? await countPlaces(sql, part, places)
      : await recountCharges(sql, part, places, await pricesOf(slice, day, of));
  await keepRecount(sql, organizationId, { day, message_id: last[0], participant: last[1], places: counted });
  return "step";
}

/** What messages of these kinds cost on a day; without a card they have no price. */
async function pricesOf(
  { sql, rates, row }: Slice,
  day: string,
  kinds: readonly { channel_id: string; country: string; category: string }[],
): Promise<KindPrice[]> {
  const channels = await listChargedChannels(sql, row.organization_id);
  return kinds.flatMap(({ channel_id, country, category }) => {
    const channel = channels.find(({ id }) => id === channel_id);
    if (channel === undefined) return [];
    const price = priceIn(rates, channel, { category, country: country || null, day });
    const named = { channel_id, of_country: country, of_category: category };
    return [{ ...(price ?? { ...NO_PRICE, currency: null, day }), ...named }];
  });
}
