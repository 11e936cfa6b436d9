import type { BinaryNode, proto } from "baileys";
import type { MessageDraft, Sending } from "./sending.ts";

/** A message that is being made. */
export type Composing = Sending & { jid: string; providerMessageId: string };

/** A message as it is given to WhatsApp. */
export type Relayed = {
  jid: string;
  message: proto.IMessage;
  attributes?: Record<string, string>;
  nodes?: BinaryNode[];
};

/** The attributes and nodes beside a message of its kind (Baileys, `Socket/messages-send`, `sendMessage`). */
export function attributesOf(draft: MessageDraft): Pick<Relayed, "attributes" | "nodes"> {
  switch (draft.do) {
    case "edit":
      return { attributes: { edit: "1" } };
    case "delete":
      return { attributes: { edit: "7" } };
    case "send":
      return draft.content.show === "poll"
        ? { nodes: [{ tag: "meta", attrs: { polltype: "creation" } }] }
        : {};
    default:
      return {};
  }
}
