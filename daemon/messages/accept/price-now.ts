import type { ChannelRow } from "../../../db/channels/channels.ts";
import type { Queryable } from "../../../db/connection/client.ts";
import { findGroupPeople } from "../../../db/costs/group-people.ts";
import type { MessagePrice } from "../../../db/costs/message-price.ts";
import type { RateCards } from "../../costs/rates/rate-cards.ts";
import { findMessageType } from "../../message-types/registry.ts";
import { isGroup } from "../message-group.ts";
import type { TemplateDefinitions } from "../template-definitions.ts";
import { expectedPrice } from "./expected-price.ts";

export type PriceDependencies = {
  sql: Queryable;
  templates: Pick<TemplateDefinitions, "find">;
  rates: Pick<RateCards, "rateOf" | "currency">;
};

/** A message that was checked before; `due` is when it is sent. */
type Checked = { type: string; content: string; address: string | null; userId: string | null; due: Date };

/** What a message is expected to cost by the cards as they are now, whatever held when it was checked; null without a price. */
export async function priceNow(
  { sql, templates, rates }: PriceDependencies,
  channel: ChannelRow,
  { type, content, address, userId, due }: Checked,
): Promise<MessagePrice | null> {
  const { organization_id, waba_id } = channel;
  const template = type === "template" ? JSON.parse(content).template : null;
  const known =
    template && (await templates.find(organization_id, waba_id, template.name, template.language.code));
  return expectedPrice(rates, channel, {
    ...{ address, userId, at: due },
    isAddressed: findMessageType(type)?.addressed === true,
    category: template === null ? "service" : (known?.category ?? null),
    maxPrice: known?.optimization_spec ?? null,
    people: userId !== null && isGroup(userId) ? await findGroupPeople(sql, channel, userId) : [],
  });
}
