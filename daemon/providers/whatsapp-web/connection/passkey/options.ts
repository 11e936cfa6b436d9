import { isObject, parseObject } from "../../../../lib/objects.ts";

/** What a browser gets to sign: the part of WebAuthn's `PublicKeyCredentialRequestOptions` that WhatsApp uses, in JSON. */
export type PasskeyOptions = {
  /** In base64url, without padding. */
  challenge: string;
  /** In milliseconds. */
  timeout: number;
  rpId: "whatsapp.com";
  allowCredentials: { type: "public-key"; id: string; transports?: string[] }[];
  userVerification: "required" | "preferred" | "discouraged";
};

/** Whose passkeys WhatsApp asks for. */
const RP_ID = "whatsapp.com";
const MOST_BYTES = 16_384;
const MOST_CREDENTIALS = 64;
const LEAST_MS = 60_000;
const MOST_MS = 600_000;
const BASE64URL = /^[\w-]{16,1400}$/;

/** Reads WhatsApp's options; null when they are none, or those of another site: nobody signs these. */
export function readOptions(content: Uint8Array | undefined): PasskeyOptions | null {
  if (content === undefined || content.length > MOST_BYTES) return null;
  const given = parseObject(Buffer.from(content).toString());
  if (given?.rpId !== RP_ID) return null;
  const { challenge, timeout, allowCredentials = [], userVerification } = given;
  if (typeof challenge !== "string" || !BASE64URL.test(challenge)) return null;
  if (!Array.isArray(allowCredentials) || allowCredentials.length > MOST_CREDENTIALS) return null;
  const milliseconds = typeof timeout === "number" && Number.isFinite(timeout) ? timeout : MOST_MS;
  return {
    ...{ challenge, rpId: RP_ID },
    timeout: Math.min(MOST_MS, Math.max(LEAST_MS, Math.round(milliseconds))),
    allowCredentials: allowCredentials.flatMap(credentialOf),
    userVerification:
      userVerification === "preferred" || userVerification === "discouraged" ? userVerification : "required",
  };
}

function credentialOf(given: unknown): PasskeyOptions["allowCredentials"] {
  if (!isObject(given) || typeof given.id !== "string" || !BASE64URL.test(given.id)) return [];
  const transports = Array.isArray(given.transports)
    ? given.transports.filter((one): one is string => typeof one === "string" && /^[a-z-]{2,20}$/.test(one))
    : [];
  return [{ type: "public-key", id: given.id, ...(transports.length === 0 ? {} : { transports }) }];
}
