import { type ChannelRow, findChannel, updateChannel } from "../../db/channels/channels.ts";
import type { Queryable } from "../../db/connection/client.ts";
import type { Replacement } from "../../db/whatsapp-web/number.ts";
import {
  ensureWhatsAppWebSession,
  findWhatsAppWebSession,
  isWhatsAppWebSessionResting,
  lockWhatsAppWebSession,
  type Wanted,
  type WhatsAppWebSessionRow,
  wantReplacement,
  wantWhatsAppWebSession,
} from "../../db/whatsapp-web/sessions.ts";
import { disconnectedReason } from "../gateway/disconnected.ts";
import { newDataKey } from "../gateway/keys/vault.ts";
import { openPairing, type Pairing } from "../gateway/pairing.ts";
import { found } from "../http/found.ts";
import type { Secrets } from "../secrets/envelope.ts";

export type SessionDependencies = { sql: Queryable; secrets: Secrets };

/** How to pair a number. */
export type PairingRequest = {
  method: "qr" | "pairing_code";
  phone_number: string | null;
  /** Whatever number is paired takes the place of the channel's own. */
  replaces_number: boolean;
  /** JSON text of how, and who wants it (`Replacement`); null unless it is replaced. */
  replacement: string | null;
};

/** A channel's status, with the QR or pairing code it shows, and whether a phone has linked it. */
export type Standing = { channel: ChannelRow; pairing: Pairing | null; isPaired: boolean };

const LOOK_MS = 150;
/** Statuses of a session that is connecting or connected. */
const UNDER_WAY = ["connecting", "pairing", "connected", "degraded", "restricted"];

/**
 * Requests a connection for a paired number. A session that is already connecting continues,
 * unless another way of pairing is requested; one that waits for its next attempt is tried now.
 */
export async function wantConnection(
  { sql, secrets }: SessionDependencies,
  { organization_id, id, status }: ChannelRow,
  pairing: PairingRequest,
): Promise<void> {
  await ensureWhatsAppWebSession(sql, organization_id, id, newDataKey(secrets, id));
  const session = await lockWhatsAppWebSession(sql, organization_id, id);
  const wish = saferOf(session, pairing);
  const same = session?.method === pairing.method && session.phone_number === pairing.phone_number;
  const underWay = session?.wanted === "on" && UNDER_WAY.includes(status) && (same || session.paired);
  if (underWay && !(await isBackingOff({ sql }, { organization_id, id, status }))) {
    const { replaces_number, replacement } = wish;
    // the last request counts: without it, the number that is paired has to be the channel's own
    if (replaces_number || session.replaces_number)
      await wantReplacement(sql, organization_id, id, { replaces_number, replacement });
    return;
  }
  await updateChannel(sql, organization_id, id, {
    ...{ status: "connecting", status_reason: null, offered_number: null },
  });
  await wantWhatsAppWebSession(sql, organization_id, id, { wanted: "on", ...pairing, ...wish });
}

/**
 * How the number is replaced after another request for it: once one that is not carried out yet has said that what waits
 * is cancelled, nothing of it may go out from the new number. Disconnecting ends both.
 */
function saferOf(
  session: WhatsAppWebSessionRow | null,
  { replaces_number, replacement }: PairingRequest,
): Pick<PairingRequest, "replaces_number" | "replacement"> {
  const isUnderWay = session?.wanted === "on" && session.replaces_number;
  const isSafer = isUnderWay && replaces_number && waitingOf(session.replacement) === "cancel";
  return { replaces_number, replacement: isSafer ? session.replacement : replacement };
}

function waitingOf(replacement: string | null): Replacement["waiting"] | null {
  return replacement === null ? null : (JSON.parse(replacement) as Replacement).waiting;
}

/** Has a session that is wanted read how it connects now, and try at once. A ban is waited out in any case. */
export async function connectAgain(
  { sql }: Pick<SessionDependencies, "sql">,
  { organization_id, id, status }: Pick<ChannelRow, "organization_id" | "id" | "status">,
): Promise<void> {
  const session = await findWhatsAppWebSession(sql, organization_id, id);
  if (session?.wanted === "on" && status !== "restricted")
    await wantWhatsAppWebSession(sql, organization_id, id, { wanted: "on" });
}

/** Whether the session waits for its next attempt. A ban is waited out in any case. */
async function isBackingOff(
  { sql }: Pick<SessionDependencies, "sql">,
  { organization_id, id, status }: Pick<ChannelRow, "organization_id" | "id" | "status">,
): Promise<boolean> {
  return status !== "restricted" && (await isWhatsAppWebSessionResting(sql, organization_id, id));
}

/** Requests that a paired number disconnect; false when it never had a session. */
export async function wantDisconnection(
  { sql }: Pick<SessionDependencies, "sql">,
  { organization_id, id }: Pick<ChannelRow, "organization_id" | "id">,
  wanted: Exclude<Wanted, "on">,
): Promise<boolean> {
  if (!(await wantWhatsAppWebSession(sql, organization_id, id, { wanted }))) return false;
  // with its login, the number that was offered is gone
  if (wanted !== "off") await updateChannel(sql, organization_id, id, { offered_number: null });
  const session = await findWhatsAppWebSession(sql, organization_id, id);
  // no daemon holds the session, and none is needed to end it
  if (wanted === "off" && session?.owner === null) {
    await updateChannel(sql, organization_id, id, {
      status: "disconnected",
      status_reason: disconnectedReason(session.paired),
    });
  }
  return true;
}

/** Ends a pairing that no phone has linked yet. */
export async function endPairing(
  sql: Queryable,
  channel: Pick<ChannelRow, "organization_id" | "id">,
): Promise<void> {
  const session = await findWhatsAppWebSession(sql, channel.organization_id, channel.id);
  if (session?.wanted === "on" && !session.paired) await wantDisconnection({ sql }, channel, "off");
}

/** A channel's status now. Throws 404 when the channel was deleted. */
export async function standingOf(
  { sql, secrets }: SessionDependencies,
  { organization_id, id }: Pick<ChannelRow, "organization_id" | "id">,
): Promise<Standing> {
  const session = await findWhatsAppWebSession(sql, organization_id, id);
  const channel = found(await findChannel(sql, organization_id, id), "channel");
  const sealed = channel.status === "pairing" ? (session?.pairing ?? null) : null;
  const pairing = sealed === null ? null : openPairing(secrets, id, sealed);
  return { channel, pairing, isPaired: session?.paired ?? false };
}

/** Polls until a channel has the wanted status or time is up; returns its status then. */
export async function untilStanding(
  dependencies: SessionDependencies,
  channel: Pick<ChannelRow, "organization_id" | "id">,
  milliseconds: number,
  isThere: (standing: Standing) => boolean,
): Promise<Standing> {
  const giveUpAt = Date.now() + milliseconds;
  while (true) {
    const standing = await standingOf(dependencies, channel);
    if (isThere(standing) || Date.now() >= giveUpAt) return standing;
    await Bun.sleep(LOOK_MS);
  }
}
