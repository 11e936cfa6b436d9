import type { Identity, ReceivedMessage } from "../providers/inbound.ts";
import type { PastMessage, PastPerson, PastSource } from "../providers/past-message.ts";

/** A message that was read as received ones are, as a past one. `keepsFile`: whether its file can be fetched later. */
export function pastOf(
  message: ReceivedMessage,
  { source, status, keepsFile }: { source: PastSource; status: PastMessage["status"]; keepsFile: boolean },
): PastMessage {
  const { providerMessageId, direction, person, alias, name, participant, type, content, at } = message;
  return {
    ...{ providerMessageId, source, direction, type, at, status },
    chat:
      person.type === "group" ? { groupId: person.value, subject: name } : personOf([person, alias], name),
    writer:
      participant === undefined || direction === "outbound"
        ? null
        : {
            ...personOf([participant.person, participant.alias], participant.name),
            address: participant.address,
          },
    // what it answers stands in its content as in that of one that is received
    ...{ content, quoted: null, forwarded: false },
    file: keepsFile ? message.media : null,
    ...(keepsFile && message.original !== undefined ? { original: message.original } : {}),
  };
}

function personOf(identities: readonly (Identity | null)[], name: string | null): PastPerson {
  const value = (type: Identity["type"]) => identities.find((one) => one?.type === type)?.value ?? null;
  return { phone: value("phone"), lid: value("lid"), bsuid: value("bsuid"), name };
}
