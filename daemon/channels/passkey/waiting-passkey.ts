import { createHash, timingSafeEqual } from "node:crypto";
import type { ChannelRow } from "../../../db/channels/channels.ts";
import { findWhatsAppWebSession } from "../../../db/whatsapp-web/sessions.ts";
import { audit } from "../../auth/audit.ts";
import type { Throttle } from "../../auth/throttle.ts";
import type { Pairing, PairingPasskey } from "../../gateway/pairing.ts";
import { problem } from "../../http/problem.ts";
import type { PasskeyRequest } from "../../providers/whatsapp-web/requests/request.ts";
import type { Secrets } from "../../secrets/envelope.ts";
import { type Asking, askSession } from "../asking/ask.ts";
import { standingOf } from "../session.ts";

export type PasskeyDependencies = Asking & { secrets: Secrets; throttle: Throttle };

/** A pairing that waits for the account's passkey. */
export type WaitingPasskey = { channel: ChannelRow; pairing: Pairing; passkey: PairingPasskey };

/** Who it is, as far as that is known. */
type From = { address: string | null; requestId: string };

/** A secret, then whose pairing it is for, which is none. */
const TOKEN = /^wpk_[\w-]{43}\.([\w-]{1,64})\.([\w-]{1,64})$/;
const STATUSES: Record<string, number> = { passkey_over: 410, wrong_code: 422, passkey_invalid: 422 };
const ACTIONS = {
  sign: "channel.passkey_used",
  confirm: "channel.passkey_confirmed",
  differ: "channel.passkey_refused",
};

/**
 * The pairing that a token is good for; null when there is none, or it has ended. Throws 429 after too many of those from
 * an address.
 */
export async function findPasskey(
  { sql, secrets, throttle }: PasskeyDependencies,
  token: string,
  address: string | null,
): Promise<WaitingPasskey | null> {
  const attempt = await throttle.token(address);
  const [, organization_id = "", id = ""] = TOKEN.exec(token) ?? [];
  const waiting = id === "" ? null : await waitingOf({ sql, secrets }, { organization_id, id });
  if (waiting !== null && isSame(token, waiting.passkey.token)) return waiting;
  await attempt.failed();
  return null;
}

async function waitingOf(
  dependencies: Pick<PasskeyDependencies, "sql" | "secrets">,
  channel: Pick<ChannelRow, "organization_id" | "id">,
): Promise<WaitingPasskey | null> {
  const session = await findWhatsAppWebSession(dependencies.sql, channel.organization_id, channel.id);
  if (session === null || session.wanted === "delete") return null;
  const standing = await standingOf(dependencies, channel);
  const passkey = standing.pairing?.passkey ?? null;
  return standing.pairing === null || passkey === null
    ? null
    : { channel: standing.channel, pairing: standing.pairing, passkey };
}

/**
 * Has the session that is being paired use a signature, or take a person's word about the code. Throws 409, 410 or 422
 * with the reason why it does not.
 */
export async function requestPasskey(
  dependencies: PasskeyDependencies,
  { channel }: WaitingPasskey,
  request: PasskeyRequest,
  from: From,
): Promise<void> {
  const answer = await askSession<"passkey">(dependencies, channel, request);
  const refused = "result" in answer ? answer.result.refused : null;
  if (refused !== null) throw problem(STATUSES[refused.code] ?? 409, refused.code, refused.words);
  await audit(
    dependencies.sql,
    { ...from, organizationId: channel.organization_id, actor: { type: "link", id: null } },
    { action: ACTIONS[request.action], target: { type: "channel", id: channel.id } },
  );
}

/** Compared in a time that says nothing about how much of it is right. */
function isSame(given: string, token: string): boolean {
  const hash = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(hash(given), hash(token));
}
