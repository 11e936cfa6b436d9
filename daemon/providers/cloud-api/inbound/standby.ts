import { objects } from "../../../lib/objects.ts";
import type { Inbound, InboundFact, ReceivedMessage } from "../../inbound.ts";
import { momentOf } from "../../moment.ts";
import { groupId, groupSides, sidesOf } from "./identities.ts";
import { readMessages } from "./messages.ts";
import { readSent } from "./sent.ts";
import { field, type Json, object, text } from "./values.ts";

/**
 * The field `standby`: what happens in conversations that another holds, such as Meta Business Agent: what the person
 * writes, what the agent sends (echoes, each with the body of its call), and the statuses of that.
 * Source: Meta, WhatsApp Business Platform, "Standby webhooks" (4 August 2026).
 */
export function readStandby(value: Json): Inbound[] {
  const standby = object(value.standby);
  const { metadata, contacts } = value;
  const phoneNumberId = text(field(metadata, "phone_number_id"));
  if (phoneNumberId === null) return [];
  const echoes = objects(standby.message_echoes).flatMap(readEcho);
  const others = readMessages({ contacts, ...standby, metadata }).flatMap(({ facts }) => facts.map(asAgents));
  return [{ target: { phoneNumberId }, facts: [...echoes, ...others] }];
}

/**
 * What the person wrote was sent to the agent, and statuses are of what that sent: it holds the conversation. An echo does not say so, as others may send
 * templates, too.
 */
function asAgents(fact: InboundFact): InboundFact {
  return fact.kind === "message" || fact.kind === "status" ? { ...fact, holder: "agent" } : fact;
}

function readEcho(echo: Json): ReceivedMessage[] {
  // what is written on the business's phone has its members beside the id
  const sent = echo.message === undefined ? echo : object(echo.message);
  const providerMessageId = text(echo.id);
  const type = text(sent.type) ?? (sent.text === undefined ? null : "text");
  const group = groupId(sent.recipient_type === "group" ? sent.to : sent.group_id);
  const sides = group === null ? sidesOf(sent.to, sent.recipient ?? sent.to_user_id) : groupSides(group);
  if (providerMessageId === null || type === null || sides === null) return [];
  return [
    {
      kind: "message",
      ...{ providerMessageId, direction: "outbound", author: "meta_agent" },
      ...{ ...sides, name: null, fromPhone: null },
      ...readSent(type, sent),
      at: momentOf(echo.timestamp),
    },
  ];
}
