import { objects } from "../../../../lib/objects.ts";
import { reportedDigits } from "../../../../phone-numbers/reported.ts";
import type { Inbound, InboundFact } from "../../../inbound.ts";
import { momentOf } from "../../../moment.ts";
import { readContent } from "../content.ts";
import { groupId, groupSides, sidesOf } from "../identities.ts";
import { readRevision } from "../revision.ts";
import { field, type Json, text } from "../values.ts";

/** The field `smb_message_echoes`: what the business wrote with the WhatsApp Business app on its phone. */
export function readEchoes(value: Json): Inbound[] {
  const phoneNumberId = text(field(value.metadata, "phone_number_id"));
  if (phoneNumberId === null) return [];
  return [{ target: { phoneNumberId }, facts: objects(value.message_echoes).flatMap(readEcho) }];
}

function readEcho(message: Json): InboundFact[] {
  const providerMessageId = text(message.id);
  const type = text(message.type);
  if (providerMessageId === null || type === null) return [];
  if (type === "edit" || type === "revoke") return readRevision(providerMessageId, type, message);
  const group = groupId(message.group_id);
  const sides = group === null ? sidesOf(message.to, message.to_user_id) : groupSides(group);
  if (sides === null) return [];
  return [
    {
      kind: "message",
      providerMessageId,
      direction: "outbound",
      ...sides,
      name: null,
      fromPhone: reportedDigits(message.from),
      ...readContent(type, message),
      at: momentOf(message.timestamp),
    },
  ];
}
