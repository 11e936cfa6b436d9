import type { ChannelRow } from "../../../db/channels/channels.ts";
import type { Queryable } from "../../../db/connection/client.ts";
import type { MessagePrice } from "../../../db/costs/message-price.ts";
import { findTemplate } from "../../../db/templates/templates.ts";
import { opensAt } from "../../conversations/rules/hours.ts";
import type { InboxRules } from "../../conversations/rules/rules.ts";
import { isCharged } from "../../costs/rates/price.ts";
import { expectedPrice } from "../../messages/accept/expected-price.ts";
import type { Identity } from "../../providers/inbound.ts";
import type { Known } from "./apply-kind.ts";

/** What an answer to somebody costs that we send by ourselves; null where nothing is charged. */
export type AnswerCost = (person: Identity, answer: Answer) => MessagePrice | null;

/** What an answer is charged as; its category is null where its template is not known. */
type Answer = { category: string | null; maxPrice: string | null };

/** Of one that is no template. */
export const SERVICE: Answer = { category: "service", maxPrice: null };

export function answerCost({ rateCards }: Pick<Known, "rateCards">, channel: ChannelRow): AnswerCost {
  return ({ type, value }, answer) =>
    expectedPrice(rateCards, channel, {
      ...{ ...answer, isAddressed: true, at: new Date() },
      ...(type === "phone" ? { address: value, userId: null } : { address: null, userId: value }),
    });
}

/**
 * What the answer outside of the opening hours is charged as. While it is open no
 * template is looked up: every message that comes in asks.
 */
export async function awayAnswer(
  sql: Queryable,
  channel: ChannelRow,
  { away, hours }: InboxRules,
): Promise<Answer> {
  const isOpen = hours === null || opensAt(hours, new Date()) === null;
  // a text goes before a template
  if (isOpen || away?.text !== undefined || away?.template === undefined || !isCharged(channel))
    return SERVICE;
  const { name, language } = away.template;
  const found = await findTemplate(sql, channel.organization_id, channel.waba_id, name, language);
  return { category: found?.category ?? null, maxPrice: found?.optimization_spec ?? null };
}
