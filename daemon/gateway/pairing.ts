import type { PasskeyOptions } from "../providers/whatsapp-web/connection/passkey/options.ts";
import type { Secrets } from "../secrets/envelope.ts";

/** The passkey that WhatsApp wants before it links a number's device. */
export type PairingPasskey = {
  /** Wanted of a person; used, so that the phone is next; the code is to be compared; it was confirmed here. */
  step: "wanted" | "signed" | "confirm" | "confirmed";
  /** Whoever has it can use the passkey and confirm the code in this pairing, and nothing else. */
  token: string;
  options: PasskeyOptions;
  /** What the phone shows, too; null before. */
  code: string | null;
};

/** The code with which a person pairs a number. */
export type Pairing = {
  /** The string to draw as a QR code; null when it is paired by code. */
  qr: string | null;
  pairingCode: string | null;
  /** Null while WhatsApp wants none. */
  passkey: PairingPasskey | null;
  expiresAt: Date;
  /** The number of this QR code in its pairing, from 1. */
  attempt: number;
};

/** Seals a pairing, because a QR code holds the secret that authenticates it. */
export function sealPairing(secrets: Secrets, channelId: string, pairing: Pairing): string {
  return secrets.encrypt(JSON.stringify(pairing), pairingContext(channelId));
}

/** Opens a sealed pairing; null when it has expired. Throws `SecretError`. */
export function openPairing(secrets: Secrets, channelId: string, sealed: string): Pairing | null {
  const { expiresAt, ...rest }: Omit<Pairing, "expiresAt"> & { expiresAt: string } = JSON.parse(
    secrets.decrypt(sealed, pairingContext(channelId)),
  );
  // the version before knows nothing of passkeys
  const pairing = { ...rest, passkey: rest.passkey ?? null, expiresAt: new Date(expiresAt) };
  return pairing.expiresAt.getTime() > Date.now() ? pairing : null;
}

/** The encryption context of a pairing. */
export function pairingContext(channelId: string): string {
  return `channel ${channelId} pairing`;
}
