import type { WASocket } from "baileys";
import { FIRST_QR_MS, NEXT_QR_MS } from "../../providers/whatsapp-web/connection/pairing/show-codes.ts";
import type { Pairing } from "../pairing.ts";
import type { Effect } from "../session-model.ts";

type Offer = Extract<Effect, { do: "offer" }>;

/** A pairing code is good as long as the connection offers QR codes, of which WhatsApp sends six. */
const CODE_LIVES_MS = FIRST_QR_MS + 5 * NEXT_QR_MS;

/** The pairing for a person: the QR code, or for a phone number the code to type on the phone. */
export async function makePairing(
  socket: Pick<WASocket, "requestPairingCode">,
  { qr, livesMs, phoneNumber, attempt }: Offer,
): Promise<Pairing> {
  if (phoneNumber === null)
    return { qr, pairingCode: null, passkey: null, expiresAt: inFuture(livesMs), attempt };
  const pairingCode = await socket.requestPairingCode(phoneNumber);
  return { qr: null, pairingCode, passkey: null, expiresAt: inFuture(CODE_LIVES_MS), attempt };
}

function inFuture(durationMs: number): Date {
  return new Date(Date.now() + durationMs);
}
