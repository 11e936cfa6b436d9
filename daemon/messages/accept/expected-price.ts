import type { ChannelRow } from "../../../db/channels/channels.ts";
import type { GroupPerson } from "../../../db/costs/group-people.ts";
import type { GroupPrice, MessagePrice } from "../../../db/costs/message-price.ts";
import { MAX_PRICE, maxPriceOf } from "../../costs/rates/max-price.ts";
import { type ChargedChannel, countryOfRecipient, priceOf } from "../../costs/rates/price.ts";
import type { RateCards } from "../../costs/rates/rate-cards.ts";
import type { Tier } from "../../costs/rates/rates.ts";
import { isGroup } from "../message-group.ts";

type Expected = {
  /** Of a template; `service` for anything else; null where it is not known. */
  category: string | null;
  /** JSON of the most that a template may cost, in Meta's form; absent or null: as the rate card has it. */
  maxPrice?: string | null;
  isAddressed: boolean;
  address: string | null;
  userId: string | null;
  at: Date;
  /** Of a group: who is in it, as far as that is known. */
  people?: readonly GroupPerson[];
};

type PricedChannel = ChargedChannel & Pick<ChannelRow, "international">;

/** Stands for the people of a group of which none is known. */
const NOBODY = "";

const ABROAD = "authentication_international";

/** The price of a message that is to be sent, null where none can be expected: operations cost nothing. */
export function expectedPrice(
  rateCards: Pick<RateCards, "rateOf" | "currency">,
  channel: PricedChannel,
  { category, maxPrice = null, isAddressed, address, userId, at, people = [] }: Expected,
): MessagePrice | null {
  if (category === null || !isAddressed) return null;
  if (isGroup(userId)) return groupPrice(rateCards, channel, { category, at, people });
  const recipient = address ?? userId;
  const price = priceOf(rateCards, channel, { category, recipient, at });
  if (price !== null && maxPrice !== null) return priced(atMost(price, maxPrice));
  if (price?.category !== "authentication" || !paysAbroad(channel, price.country, at)) return priced(price);
  return priced(priceOf(rateCards, channel, { category: ABROAD, recipient, at })) ?? priced(price);
}

/** The price of a template that may cost so much at most: the list price is not what is charged for it. */
function atMost(price: MessagePrice, maxPrice: string): MessagePrice {
  const amount = maxPriceOf(maxPrice, price.currency) ?? null;
  const tiers = amount === null ? null : JSON.stringify([{ above: 0, amount }]);
  return { ...price, tiers, basis: MAX_PRICE, unit: null, market: null, counted: null };
}

/** The sum of what its people cost; where nobody is known to be in it, budgets count one in the number's own country. */
function groupPrice(
  rateCards: Pick<RateCards, "rateOf" | "currency">,
  channel: PricedChannel,
  { category, at, people }: { category: string; at: Date; people: readonly GroupPerson[] },
): GroupPrice | null {
  const known = people.length > 0 ? people : [{ participant: NOBODY, phone: channel.phone_number }];
  const prices = known.flatMap(({ participant, phone }) => {
    const recipient = phone ?? participant;
    const price = priced(priceOf(rateCards, channel, { category: `group_${category}`, recipient, at }));
    const [rate] = price === null ? [] : (JSON.parse(price.tiers ?? "[]") as Tier[]);
    const person = participant === NOBODY ? NOBODY : recipient;
    return price === null || rate === undefined ? [] : [{ person, price, amount: rate.amount }];
  });
  const [first] = prices;
  if (first === undefined) return null;
  // amounts have ten decimals at most
  const amount = Number(prices.reduce((sum, one) => sum + one.amount, 0).toFixed(10));
  return {
    ...{ ...first.price, country: null, market: null, tiers: JSON.stringify([{ above: 0, amount }]) },
    people: Object.fromEntries(prices.map((one) => [one.person, one.amount])),
  };
}

/** Whether Meta takes the business for one from abroad that sends very many codes, as its event or a bill said. */
function paysAbroad(
  { international, phone_number }: PricedChannel,
  country: string | null,
  at: Date,
): boolean {
  if (international === null || country === countryOfRecipient(phone_number)) return false;
  const since = international[country ?? ""] ?? international["*"];
  return since !== undefined && Date.parse(since) <= at.getTime();
}

/** Whether a message is to a group of which nobody is known to be in it: what it will cost is not known. */
export function isToUnknownPeople(price: MessagePrice | GroupPrice): boolean {
  return "people" in price && Object.hasOwn(price.people, NOBODY);
}

function priced(price: MessagePrice | null): MessagePrice | null {
  return price?.tiers === null ? null : price;
}
