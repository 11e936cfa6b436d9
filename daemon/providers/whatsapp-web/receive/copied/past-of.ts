import type { WAMessageKey } from "baileys";
import type { Identity, ReceivedMessage } from "../../../inbound.ts";
import type { PastMessage, PastPerson } from "../../../past-message.ts";
import type { OwnIdentity } from "../../connection/session.ts";
import type { Library } from "../../library/library.ts";

/** For reading thousands of messages, of which nobody is asked anything. */
export const NOBODY_TO_ASK = {
  subjectOf: async () => null,
  isAdmin: async () => false,
  orderItems: async () => [],
};

/** A key with who wrote in a group: that it was the number itself is often left out. */
export function withWriter(
  library: Library,
  own: OwnIdentity,
  key: WAMessageKey,
  participant?: string | null,
): WAMessageKey {
  const isOwnInGroup = key.fromMe === true && library.isJidGroup(key.remoteJid ?? "") === true;
  const writer = key.participant || participant || (isOwnInGroup ? own.jid : null);
  return { ...key, ...(writer ? { participant: writer } : {}) };
}

/** A message that was read as one that comes in, as a past one. `subject` is its group's. */
export function pastOf(
  message: ReceivedMessage,
  { source, status, subject }: Pick<PastMessage, "source" | "status"> & { subject: string | null },
): PastMessage {
  const {
    providerMessageId,
    direction,
    person,
    alias,
    name,
    participant,
    type,
    content,
    media,
    original,
    at,
  } = message;
  const inGroup = participant !== undefined;
  return {
    ...{ providerMessageId, source, direction, type, content, at, status, file: media },
    chat: inGroup ? { groupId: person.value, subject } : personOf([person, alias], name),
    writer:
      inGroup && direction === "inbound"
        ? {
            ...personOf([participant.person, participant.alias], participant.name),
            address: participant.address,
          }
        : null,
    // its content says both
    ...{ quoted: null, forwarded: false },
    ...(original === undefined ? {} : { original }),
  };
}

function personOf(identities: readonly (Identity | null)[], name: string | null): PastPerson {
  const of = (type: Identity["type"]) => identities.find((one) => one?.type === type)?.value ?? null;
  return { phone: of("phone"), lid: of("lid"), name };
}

/** How far a message came that the number sent, by Baileys' number. One that waited when it was stored is as good as sent. */
export function statusOf(status: number | null | undefined): PastMessage["status"] {
  return STATUSES[status ?? 2] ?? "sent";
}

/** `WebMessageInfo.Status` of WhatsApp's protocol: error, pending, server, delivery, read, played. */
const STATUSES: readonly PastMessage["status"][] = ["failed", "sent", "sent", "delivered", "read", "read"];
