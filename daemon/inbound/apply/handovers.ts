import { findContactSettings } from "../../../db/contacts/settings.ts";
import type { InboundWrite } from "../../../db/inbound/inbound.ts";
import { readRules, rulesFor } from "../../conversations/rules/rules.ts";
import { newMessageId } from "../../lib/ids.ts";
import type { Handover } from "../../providers/inbound.ts";
import { answerCost, awayAnswer } from "./answer-cost.ts";
import type { Apply } from "./apply-kind.ts";

/** Conversations that Meta's agent, or another app, gave to us or took: it is shown among their messages. */
export const applyHandovers: Apply<"handover"> = async (writes, channels, handovers, known) => {
  for (const channel of channels) {
    const { organization_id, id: channel_id } = channel;
    const { inbox } = await findContactSettings(writes.sql, organization_id);
    const rules = readRules(inbox);
    const costOf = answerCost(known, channel);
    const away = await awayAnswer(writes.sql, channel, rules);
    for (const handover of handovers) {
      const costs = () => costOf(handover.person, away);
      const given = { ...asInput(handover), rules: rulesFor(rules, handover.at, { costs }) };
      const same = sameOf(organization_id, handover);
      // before, for who is known by either; after, for who was known by none
      const handedOver = { kind: "handover", organization_id, channel_id, given } as const;
      for (const write of [...same, handedOver, ...same]) writes.add(write);
    }
  }
};

/** That both identities are one person's, if there are two. */
function sameOf(organization_id: string, { person, alias }: Handover): InboundWrite[] {
  if (alias === null) return [];
  const given = [{ ...person, other_type: alias.type, other_value: alias.value }];
  return [{ kind: "same", organization_id, given }];
}

function asInput({ person, to: holder, cause, note, summary, at }: Handover) {
  const content = {
    ...{ event: "handed_over", to: holder, cause },
    ...(note === null ? {} : { note }),
    ...(summary === null ? {} : { summary }),
  };
  return {
    id: newMessageId(),
    // Meta gives it no id of its own
    provider_message_id: `handover ${cause} ${person.value} ${at.getTime()}`,
    ...{ identity_type: person.type, identity_value: person.value },
    ...{ holder, cause, note, summary, at, by: null },
    content: JSON.stringify(content),
  };
}
