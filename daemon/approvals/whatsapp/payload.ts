import { createHmac, timingSafeEqual } from "node:crypto";

/** What the button that was pressed asks for. */
export type Decision = "approve" | "refuse";

/** What a payload is bound to: the approval, what was shown of it, who was asked, and the message that asked. */
export type Asked = {
  organizationId: string;
  approvalId: string;
  /** The SHA-256 of what the approval would send. */
  shown: string;
  channelId: string;
  /** The digits of the number that was asked. */
  address: string;
  messageId: string;
};

/** A payload that came back with a press. */
export type Payload = { decision: Decision; approvalId: string; signature: string };

const PREFIX = "waypost-approval:";
const SIGNED = /^waypost-approval:(approve|refuse):(apr_\w{1,60}):([\w-]{43})$/;

/** The id of a button as it is stored: what signs it is added when it is sent. */
export function unsignedId(decision: Decision): string {
  return PREFIX + decision;
}

/** Whether the id of a button or row is a payload of ours, or pretends to be: it is shown to nobody. */
export function isPayload(id: unknown): boolean {
  return typeof id === "string" && id.startsWith(PREFIX);
}

/** The signed payload of a button. */
export function signedId(key: Uint8Array, decision: Decision, asked: Asked): string {
  return `${unsignedId(decision)}:${asked.approvalId}:${signatureOf(key, decision, asked)}`;
}

/** Reads a payload, whose signature may be anything; null for what is none. */
export function readPayload(id: string): Payload | null {
  const [, decision, approvalId = "", signature = ""] = SIGNED.exec(id) ?? [];
  return decision === "approve" || decision === "refuse" ? { decision, approvalId, signature } : null;
}

/** Whether we signed a payload, for exactly this. */
export function isSigned(key: Uint8Array, { decision, signature }: Payload, asked: Asked): boolean {
  return timingSafeEqual(Buffer.from(signature), Buffer.from(signatureOf(key, decision, asked)));
}

function signatureOf(key: Uint8Array, decision: Decision, asked: Asked): string {
  const { organizationId, approvalId, shown, channelId, address, messageId } = asked;
  const signed = [decision, organizationId, approvalId, shown, channelId, address, messageId];
  return createHmac("sha256", key).update(JSON.stringify(signed)).digest("base64url");
}
