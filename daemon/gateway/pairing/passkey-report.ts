import { newToken } from "../../auth/tokens.ts";
import type { PasskeyNews } from "../../providers/whatsapp-web/connection/passkey/passkey.ts";
import { type Pairing, type PairingPasskey, sealPairing } from "../pairing.ts";
import type { Happening } from "../session-model.ts";
import type { SessionParts } from "../session-parts.ts";

/** Reports how far a pairing is that WhatsApp wants a passkey for, with a token that is good for nothing else. */
export function createPasskeyReport(
  { secrets, lease }: Pick<SessionParts, "secrets" | "lease">,
  connection: number,
  report: (happening: Happening) => void,
): (news: PasskeyNews) => void {
  const { organizationId, channelId } = lease.held;
  let pairing: (Pairing & { passkey: PairingPasskey }) | null = null;
  return (news) => {
    const { step } = news;
    if (step === "failed") return report({ kind: "passkey_failed", connection, words: news.words });
    if (step === "wanted") {
      const { options, expiresAt } = news;
      const token = `${newToken("passkey")}.${organizationId}.${channelId}`;
      const passkey = { step, token, options, code: null };
      pairing = { qr: null, pairingCode: null, attempt: 0, expiresAt, passkey };
    }
    if (pairing === null) return;
    const code = step === "confirm" ? news.code : pairing.passkey.code;
    pairing = { ...pairing, passkey: { ...pairing.passkey, step, code } };
    report({ kind: "passkey", connection, step, pairing: sealPairing(secrets, channelId, pairing) });
  };
}
