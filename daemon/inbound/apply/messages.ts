import { findContactSettings } from "../../../db/contacts/settings.ts";
import type { ReceivedInput } from "../../../db/inbound/webhooks.ts";
import type { WhatsAppWebMessageRow } from "../../../db/whatsapp-web/messages.ts";
import { readRules, rulesFor } from "../../conversations/rules/rules.ts";
import { newId, newMessageId } from "../../lib/ids.ts";
import { isObject } from "../../lib/objects.ts";
import type { ReceivedMedia, ReceivedMessage } from "../../providers/inbound.ts";
import { cleanMedia } from "../../providers/received-media.ts";
import { answerCost, awayAnswer } from "./answer-cost.ts";
import type { Apply } from "./apply-kind.ts";
import { readOptOuts } from "./opt-outs.ts";
import { takePress } from "./presses.ts";
import { readTypedChoices } from "./typed-choices.ts";

/** Messages that people sent, and echoes of what the business sent from its phone: each becomes a record. */
export const applyMessages: Apply<"message"> = async (writes, channels, messages, known) => {
  for (const channel of channels) {
    const { organization_id, id: channel_id } = channel;
    const hasTypedChoices = known.platforms[channel.platform]?.hasTypedChoices === true;
    const read = hasTypedChoices ? await readTypedChoices(writes.sql, channel, messages) : messages;
    const settings = await findContactSettings(writes.sql, organization_id);
    const costOf = answerCost(known, channel);
    const optOut = readOptOuts(settings, costOf);
    const rules = readRules(settings.inbox);
    const away = await awayAnswer(writes.sql, channel, rules);
    const given = read.map(takePress).map(({ message, press }) => ({
      ...asInput(message),
      ...(press === null ? {} : { press }),
      // whom the agent answers is not answered by us
      rules:
        message.holder === "agent"
          ? null
          : rulesFor(rules, message.at, { costs: () => costOf(message.person, away) }),
      opt_out: optOut(message),
    }));
    writes.add({ kind: "messages", organization_id, channel_id, given });
    const originals = messages.flatMap(asOriginal);
    if (originals.length > 0)
      writes.add({ kind: "originals", organization_id, channel_id, given: originals });
  }
};

/** A message as WhatsApp has it, and the number on the other side of its chat, where that is known. */
type Original = WhatsAppWebMessageRow & { phone: string | null };

function asOriginal({ original, providerMessageId, direction, person }: ReceivedMessage): Original[] {
  if (original === undefined) return [];
  return [
    {
      provider_message_id: providerMessageId,
      remote_jid: original.remoteJid,
      phone: person.type === "phone" ? person.value : null,
      from_me: direction === "outbound",
      sealed: original.sealed,
    },
  ];
}

function asInput(message: ReceivedMessage): Omit<ReceivedInput, "opt_out" | "rules"> {
  const media = message.media === null ? null : { id: newId("med"), ...cleanMedia(message.media) };
  return {
    id: newMessageId(),
    provider_message_id: message.providerMessageId,
    direction: message.direction,
    identity_type: message.person.type,
    identity_value: message.person.value,
    other_type: message.alias?.type ?? null,
    other_value: message.alias?.value ?? null,
    name: message.name,
    from_phone: message.fromPhone,
    user_id: message.userId ?? null,
    username: message.username ?? null,
    ...(message.author === undefined ? {} : { author: message.author }),
    ...(message.holder === undefined ? {} : { holder: message.holder }),
    ...participantOf(message),
    type: message.type,
    content: JSON.stringify(media === null ? message.content : withFile(message.content, media)),
    media: media === null ? null : JSON.stringify([asRow(media)]),
    ordered: message.order === null ? null : JSON.stringify(ordered(message.order)),
    ...(message.direction === "inbound" && isObject(message.content.referral) ? { advertised: true } : {}),
    at: message.at,
  };
}

function participantOf({ participant }: ReceivedMessage): Partial<ReceivedInput> {
  if (participant === undefined) return {};
  return {
    participant: participant.address,
    participant_type: participant.person.type,
    participant_value: participant.person.value,
    participant_other_type: participant.alias?.type ?? null,
    participant_other_value: participant.alias?.value ?? null,
    participant_name: participant.name,
  };
}

type NewFile = ReceivedMedia & { id: string };

/** A content with its file's future address, and the usable members that its sender gave. */
function withFile(content: Record<string, unknown>, { id, mimeType, fileName }: NewFile) {
  return {
    ...content,
    ...("mime_type" in content ? { mime_type: mimeType } : {}),
    ...("file_name" in content ? { file_name: fileName } : {}),
    media_id: id,
    media_url: `/v1/media/${id}`,
  };
}

function asRow(media: NewFile) {
  return {
    id: media.id,
    provider_media_id: media.providerMediaId,
    kind: media.kind,
    mime_type: media.mimeType,
    file_name: media.fileName,
    sha256: media.sha256,
  };
}

function ordered({ catalogId, note, items }: NonNullable<ReceivedMessage["order"]>) {
  return { catalog_id: catalogId, note, items: JSON.stringify(items) };
}
