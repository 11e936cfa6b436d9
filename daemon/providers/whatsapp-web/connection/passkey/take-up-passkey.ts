import type { BinaryNode } from "baileys";
import { isPaired } from "../keys/key-codec.ts";
import { beginPasskey, type Passkey, type PasskeyParts } from "./passkey.ts";
import { isFromServer, REQUEST } from "./stanzas.ts";

/** What a person does about the passkey that WhatsApp wants; null while it wants none. */
export type AskedPasskey = () => Passkey | null;

/**
 * Waits for WhatsApp to want the account's passkey before it links this device; nothing is sent before. `onAsked` is called
 * at once. Returns what a person can do about it, and what ends that with the connection.
 */
export function takeUpPasskey(
  parts: PasskeyParts,
  onAsked: () => void,
): { asked: AskedPasskey; end(): void } {
  const { socket, library, credentials, onNews } = parts;
  let current: (Passkey & { end(): void }) | null = null;
  let isOver = false;
  let isBeginning = false;

  async function begin(notification: BinaryNode): Promise<void> {
    if (isPaired(credentials) || isBeginning || current !== null || !isFromServer(library, notification))
      return;
    isBeginning = true;
    onAsked();
    try {
      current = await beginPasskey(parts, notification);
      if (isOver) current.end();
    } catch (cause) {
      const words = cause instanceof Error ? cause.message : "unknown";
      if (!isOver)
        onNews({ step: "failed", words: `WhatsApp wants a passkey, but did not say for what: ${words}` });
    }
  }

  socket.ws.on(REQUEST, (notification: BinaryNode) => void begin(notification));
  return {
    asked: () => (isOver ? null : current),
    end() {
      isOver = true;
      current?.end();
    },
  };
}
