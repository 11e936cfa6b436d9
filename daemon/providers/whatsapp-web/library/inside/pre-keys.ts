import type { BinaryNode, WASocket } from "baileys";
import type { Library } from "../library.ts";

/** From so few pre-keys on WhatsApp asks for more. */
const FEW = 5;

/**
 * Brings as many pre-keys as a number has at first when few are left: each person who writes for the first time uses
 * one up. Baileys would bring five, which a single broadcast's answers use up at once. It finds this upload on its way,
 * and waits for it instead of making its own.
 */
export function refillPreKeys({ ws, uploadPreKeys }: WASocket, { INITIAL_PREKEY_COUNT }: Library): void {
  const refill = (stanza: BinaryNode) => {
    const left = countIn(stanza);
    // a number without any is new, or lost: Baileys brings all
    if (left === null || left === 0 || left > FEW) return;
    uploadPreKeys(INITIAL_PREKEY_COUNT - left).catch(() => {
      // WhatsApp asks again at the next login
    });
  };
  ws.prependListener("CB:notification,type:encrypt", refill);
  ws.on("CB:iq,,count", refill);
}

function countIn({ content }: BinaryNode): number | null {
  const counted = Array.isArray(content) ? content.find(({ tag }) => tag === "count") : undefined;
  const count = Number(counted?.attrs.value);
  return counted === undefined || !Number.isInteger(count) ? null : count;
}
