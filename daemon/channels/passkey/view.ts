import type { Pairing } from "../../gateway/pairing.ts";

/** What a person has to do in a pairing, and where they use the account's passkey when WhatsApp wants it. */
export function passkeyView(pairing: Pairing | null, base: string) {
  if (pairing?.passkey == null)
    return { state: pairing === null ? null : "code", passkey: null, confirm_code: null };
  const { step, token, options, code } = pairing.passkey;
  return {
    state: step === "wanted" ? "passkey_wanted" : step,
    passkey: { url: `${base}/passkey/${token}`, token, options, expires_at: pairing.expiresAt.toISOString() },
    confirm_code: code,
  };
}
