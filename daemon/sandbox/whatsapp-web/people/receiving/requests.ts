import type { proto } from "baileys";
import { sendEarlier, sendPeer } from "../sending/peer.ts";
import { baileys } from "../signal/libraries.ts";
import type { World } from "../world.ts";
import type { Arrival } from "./incoming.ts";

/**
 * Sends what a companion asks its phone for: earlier messages of a chat, and those that came to the companion without content
 * (Baileys, `Utils/process-message.js`). A phone that does not respond to requests lets it wait.
 */
export function respondToCompanion(
  world: World,
  { person, sender, stanza }: Arrival,
  message: proto.IMessage,
) {
  const { protocolMessage } = message.deviceSentMessage?.message ?? message;
  const request = protocolMessage?.peerDataOperationRequestMessage;
  if (!world.behaviours.of(person.number).respondsToRequests) return;
  const earlier = request?.historySyncOnDemandRequest;
  if (earlier) sendEarlier(world, sender, person, { asked: earlier, requestId: stanza.attrs.id ?? "" });
  const wanted = request?.placeholderMessageResendRequest ?? [];
  if (wanted.length === 0) return;
  const { Type } = baileys().proto.Message.ProtocolMessage;
  sendPeer(world, sender, {
    type: Type.PEER_DATA_OPERATION_REQUEST_RESPONSE_MESSAGE,
    peerDataOperationRequestResponseMessage: {
      peerDataOperationRequestType: request?.peerDataOperationRequestType ?? null,
      stanzaId: stanza.attrs.id ?? "",
      peerDataOperationResult: wanted.flatMap(({ messageKey }) => resent(world, person, messageKey)),
    },
  });
}

function resent(world: World, person: Arrival["person"], key: proto.IMessageKey | null | undefined) {
  const { proto } = baileys();
  const found = world.messageLog.find(person, key?.id ?? "");
  if (found === undefined || found.raw === "" || !key) return [];
  const webMessageInfoBytes = proto.WebMessageInfo.encode({
    key,
    message: proto.Message.decode(Buffer.from(found.raw, "base64")),
    messageTimestamp: Math.floor(Date.parse(found.at) / 1000),
    pushName: world.profile(found.chat).pushName,
  }).finish();
  return [{ placeholderMessageResendResponse: { webMessageInfoBytes } }];
}
