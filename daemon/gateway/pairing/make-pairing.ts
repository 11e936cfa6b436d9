import { requestCode } from "../../providers/whatsapp-web/connection/pairing/request-code.ts";
import { FIRST_QR_MS, NEXT_QR_MS } from "../../providers/whatsapp-web/connection/pairing/show-codes.ts";
import type { Pairing } from "../pairing.ts";
import type { Effect } from "../session-model.ts";

type Offer = Extract<Effect, { do: "offer" }>;

/** A pairing code is good as long as the connection offers QR codes, of which WhatsApp sends six. */
const CODE_LIVES_MS = FIRST_QR_MS + 5 * NEXT_QR_MS;

/** The pairing for a person: the QR code, or for a phone number the code to type on the phone. Throws with words. */
export async function makePairing(
  parts: Parameters<typeof requestCode>[0],
  { qr, livesMs, phoneNumber, attempt }: Offer,
): Promise<Pairing> {
  if (phoneNumber === null)
    return { qr, pairingCode: null, passkey: null, expiresAt: inFuture(livesMs), attempt };
  const pairingCode = await requestCode(parts, phoneNumber);
  return { qr: null, pairingCode, passkey: null, expiresAt: inFuture(CODE_LIVES_MS), attempt };
}

function inFuture(durationMs: number): Date {
  return new Date(Date.now() + durationMs);
}
