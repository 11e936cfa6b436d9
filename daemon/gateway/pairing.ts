import type { Secrets } from "../secrets/envelope.ts";

/** What a person needs to pair a number now. */
export type Pairing = {
  /** The string to draw as a QR code; null when it is paired by code. */
  qr: string | null;
  pairingCode: string | null;
  expiresAt: Date;
  /** Which QR code of this pairing it is, from 1. */
  attempt: number;
};

/** Seals it: a QR code holds the secret that the pairing is authenticated with. */
export function sealPairing(secrets: Secrets, channelId: string, pairing: Pairing): string {
  return secrets.encrypt(JSON.stringify(pairing), pairingContext(channelId));
}

/** Opens what `sealPairing` made; null when it is out of date. Throws `SecretError`. */
export function openPairing(secrets: Secrets, channelId: string, sealed: string): Pairing | null {
  const { expiresAt, ...rest }: Omit<Pairing, "expiresAt"> & { expiresAt: string } = JSON.parse(
    secrets.decrypt(sealed, pairingContext(channelId)),
  );
  const pairing = { ...rest, expiresAt: new Date(expiresAt) };
  return pairing.expiresAt.getTime() > Date.now() ? pairing : null;
}

/** What a sealed pairing belongs to. */
export function pairingContext(channelId: string): string {
  return `channel ${channelId} pairing`;
}
