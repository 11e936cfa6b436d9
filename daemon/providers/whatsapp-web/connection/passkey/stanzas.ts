import type { BinaryNode, WASocket } from "baileys";
import type { Library } from "../../library/library.ts";
import { type Companion, handoffProof } from "./agreement.ts";
import { type Assertion, assertionText } from "./assertion.ts";
import { type PasskeyOptions, readOptions } from "./options.ts";

/** WhatsApp's stanzas about a passkey, and this device's (whatsmeow: pair-passkey.go). */

/** The account's passkey is wanted before this device is linked. */
export const REQUEST = "CB:notification,type:passkey_prologue_request";
/** The phone's half of the code. */
export const CONTINUATION = "CB:notification,type:crsc_continuation";

/** Somebody waits for the answer. */
const ANSWER_MS = 8_000;
const OPTIONS = "passkey_request_options";

export type Asked = { socket: WASocket; library: Library };

/** Whether WhatsApp itself sent a stanza: what others send is nothing to act on. */
export function isFromServer({ S_WHATSAPP_NET }: Library, { attrs: { from } }: BinaryNode): boolean {
  return from === S_WHATSAPP_NET || from === S_WHATSAPP_NET.slice(1);
}

/** Asks WhatsApp something about this device; rejects with its refusal, or when it does not answer. */
export async function askWhatsApp(
  { socket, library }: Asked,
  type: "get" | "set",
  content: BinaryNode,
): Promise<BinaryNode> {
  const attrs = { to: library.S_WHATSAPP_NET, type, xmlns: "md" };
  const answer: BinaryNode | undefined = await socket.query(
    { tag: "iq", attrs, content: [content] },
    ANSWER_MS,
  );
  if (answer === undefined) throw new Error("WhatsApp did not answer");
  return answer;
}

/** What WhatsApp wants signed. Asks for it when it did not come along. */
export async function optionsOf(asked: Asked, notification: BinaryNode): Promise<PasskeyOptions> {
  const { getBinaryNodeChildBuffer } = asked.library;
  const sent = readOptions(getBinaryNodeChildBuffer(notification, OPTIONS));
  if (sent !== null) return sent;
  const answer = await askWhatsApp(asked, "get", { tag: OPTIONS, attrs: {} });
  const options = readOptions(getBinaryNodeChildBuffer(answer, OPTIONS));
  if (options === null) throw new Error("WhatsApp wants something signed that is no passkey's challenge");
  return options;
}

/** The signature, with this device's half of the code, and the proof that it is the device that the phone has seen. */
export function prologueOf(
  assertion: Assertion,
  { payload }: Companion,
  handoff: { key: Uint8Array; until: number },
): BinaryNode {
  const part = (tag: string, content: Uint8Array): BinaryNode => ({ tag, attrs: {}, content });
  const isSameDevice = Date.now() < handoff.until;
  return {
    tag: "passkey_prologue",
    attrs: {},
    content: [
      part("credential_id", Buffer.from(assertion.rawId, "base64url")),
      part("webauthn_assertion", Buffer.from(assertionText(assertion))),
      part("prologue_payload", payload),
      ...(isSameDevice ? [part("pairing_handoff_proof", handoffProof(handoff.key, payload))] : []),
    ],
  };
}
