import type { BinaryNode, WASocket } from "baileys";
import { setNewest } from "../../../../lib/bounded.ts";
import { takeOver } from "../../library/inside/take-over.ts";
import type { Library } from "../../library/library.ts";

/** Of so many messages the stanzas are remembered until they have been read. */
const MOST_UNREAD = 10_000;

/**
 * Acknowledges messages as WhatsApp's own clients do, where Baileys does not. Those of ignored senders it refuses with
 * error 500: WhatsApp then sends them first at every login, and holds back what waits behind them (Baileys, pull request
 * 2779). Those it has read get a receipt, but no acknowledgement (issue 1910).
 */
export function acknowledgeMessages(
  socket: WASocket,
  { proto }: Library,
  isIgnored: (jid: string) => boolean | undefined,
): void {
  const unread = new Map<string, BinaryNode>();
  takeOver(socket.ws, "CB:message", async (stanza, readers) => {
    if (isIgnored(stanza.attrs.from ?? "")) return await acknowledge(socket, stanza);
    const { tag, attrs } = stanza;
    setNewest(unread, attrs.id ?? "", { tag, attrs }, MOST_UNREAD);
    for (const read of readers) await read(stanza);
  });
  socket.ev.on("messages.upsert", ({ messages }) => {
    for (const { key, messageStubType } of messages) {
      const stanza = unread.get(key.id ?? "");
      unread.delete(key.id ?? "");
      // one that can't be read was requested again, or acknowledged, by Baileys
      const isRead = messageStubType !== proto.WebMessageInfo.StubType.CIPHERTEXT;
      if (stanza !== undefined && isRead) void acknowledge(socket, stanza);
    }
  });
}

/** Where the connection has ended meanwhile, WhatsApp sends the message again. */
async function acknowledge(socket: WASocket, stanza: BinaryNode): Promise<void> {
  await socket.sendMessageAck(stanza).catch(() => {});
}
