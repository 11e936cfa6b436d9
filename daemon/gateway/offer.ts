import { OUR_CODES } from "../providers/whatsapp-web/connection/close-codes.ts";
import type { Connection } from "../providers/whatsapp-web/connection/connection.ts";
import type { Care } from "./care.ts";
import { type Pairing, sealPairing } from "./pairing.ts";
import { FIRST_QR, NEXT_QR } from "./timings.ts";

/** A QR code of a connection, and for how many milliseconds it is good. */
export type OfferedQr = { qr: string; lives: number; first: boolean };

/** A pairing code is good as long as the connection offers QR codes, of which WhatsApp sends six. */
const CODE_LIVES = FIRST_QR + 5 * NEXT_QR;

/** Shows what a person needs to pair: each QR code, or once the code to type on the phone. */
export async function offerPairing(care: Care, connection: Connection, offered: OfferedQr): Promise<void> {
  const { publisher, secrets, log, lease, row } = care;
  const { channelId } = lease.held;
  const phone = row.method === "pairing_code" ? row.phone_number : null;
  if (phone !== null && !offered.first) return;
  try {
    const pairing = phone === null ? scanned(care, offered) : await typed(care, connection, phone);
    const reason = phone === null ? "scan the QR code with the phone" : "enter the code on the phone";
    await publisher.publish("pairing", reason, {
      session: { pairing: sealPairing(secrets, channelId, pairing) },
    });
  } catch (cause) {
    log.warn({ err: cause, channel: channelId }, "a number could not be offered for pairing");
    const words = cause instanceof Error ? cause.message : "unknown";
    connection.close({ code: OUR_CODES.timedOut, words, until: null });
  }
}

function scanned(care: Care, { qr, lives }: OfferedQr): Pairing {
  care.shown += 1;
  return { qr, pairingCode: null, expiresAt: new Date(Date.now() + lives), attempt: care.shown };
}

async function typed(care: Care, { socket }: Connection, phone: string): Promise<Pairing> {
  care.shown += 1;
  const pairingCode = await socket.requestPairingCode(phone);
  return { qr: null, pairingCode, expiresAt: new Date(Date.now() + CODE_LIVES), attempt: care.shown };
}
