import type { BinaryNode, WAMessage, WASocket } from "baileys";
import type { Library } from "../../library/library.ts";
import type { Copies, UndecryptedReason } from "./copies.ts";

/**
 * Messages that WhatsApp never gives to linked devices, by the type in the stanza. Baileys does not report them
 * (`Socket/messages-recv`).
 */
const KEPT_BACK: Record<string, UndecryptedReason> = {
  view_once_unavailable_fanout: "view_once",
  hosted_unavailable_fanout: "unavailable",
  bot_unavailable_fanout: "unavailable",
};

/** Reports messages that WhatsApp keeps from linked devices, as Baileys reports others without content. */
export function tellUnavailable(
  { ws, ev, authState }: WASocket,
  library: Library,
  isIgnored: (jid: string) => boolean | undefined,
  copies: Copies,
): void {
  ws.on("CB:message", (stanza: BinaryNode) => {
    const reason = KEPT_BACK[typeOf(stanza)];
    const { me } = authState.creds;
    if (reason === undefined || me === undefined || isIgnored(stanza.attrs.from ?? "")) return;
    const { fullMessage } = library.decodeMessageNode(stanza, me.id, me.lid ?? "");
    copies.refused(stanza.attrs.id ?? "", reason);
    const messageStubType = library.proto.WebMessageInfo.StubType.CIPHERTEXT;
    const messageStubParameters = [library.NO_MESSAGE_FOUND_ERROR_TEXT];
    const message = { ...fullMessage, messageStubType, messageStubParameters };
    ev.emit("messages.upsert", { messages: [message as WAMessage], type: "append" });
  });
}

function typeOf({ content }: BinaryNode): string {
  const unavailable = Array.isArray(content) ? content.find(({ tag }) => tag === "unavailable") : undefined;
  return unavailable?.attrs.type ?? "";
}
