import type { ChannelRow } from "../../../db/channels/channels.ts";
import type { Queryable, Transaction } from "../../../db/connection/client.ts";
import { writeSessionKeys } from "../../../db/whatsapp-web/keys.ts";
import {
  connectMoved,
  findOtherChannel,
  isOwnNumber,
  lockMovedNumber,
  takeForMove,
} from "../../../db/whatsapp-web/moved-session.ts";
import {
  ensureWhatsAppWebSession,
  lockWhatsAppWebSession,
  type WhatsAppWebSessionRow,
} from "../../../db/whatsapp-web/sessions.ts";
import { audited } from "../../auth/audit.ts";
import { openLogin, sealedWrite } from "../../gateway/keys/key-store.ts";
import { newDataKey, openVault } from "../../gateway/keys/vault.ts";
import { type Caller, mayUseChannel } from "../../http/caller.ts";
import { problem } from "../../http/problem.ts";
import { SIGNAL_CATEGORIES } from "../../providers/whatsapp-web/connection/keys/signal-categories.ts";
import type { Secrets } from "../../secrets/envelope.ts";
import type { MovedSession } from "./session-form.ts";
import { storedPieces } from "./stored-pieces.ts";

/**
 * Makes another program's session that of a channel, which connects with it as after a restart. Throws 409 when the
 * channel has a session, or the number another channel.
 */
export async function importSession(
  { sql, secrets }: { sql: Queryable; secrets: Secrets },
  caller: Caller,
  channel: ChannelRow,
  session: MovedSession,
): Promise<void> {
  const { id, lid } = session.credentials.me;
  const account = { phone: `+${id.replace(/\D.*$/, "")}`, lid: lid?.replace(/:\d+@/, "@") ?? null };
  const entry = { action: "channel.session_imported", target: { type: "channel", id: channel.id } };
  await audited(sql, caller, { ...entry, changes: { phone_number: account.phone } }, async (transaction) => {
    await lockMovedNumber(transaction, account.phone);
    const dataKey = await requireFree(transaction, secrets, channel, session);
    await requireNumber(transaction, caller, channel, account.phone);
    const held = await takeForMove(transaction, channel.organization_id, channel.id, SIGNAL_CATEGORIES);
    const vault = openVault(secrets, channel.id, dataKey, held.fence);
    for (const piece of storedPieces(session))
      await writeSessionKeys(transaction, held.daemonId, [sealedWrite(held, vault, piece)]);
    await connectMoved(transaction, held, account);
  });
}

/**
 * The session's data key. Throws 409 while somebody uses or pairs it, or it has the login of another device: that of the
 * same device is an older copy, of no use once another program went on with it.
 */
async function requireFree(
  transaction: Transaction,
  secrets: Secrets,
  { organization_id, id }: ChannelRow,
  session: MovedSession,
): Promise<string> {
  await ensureWhatsAppWebSession(transaction, organization_id, id, newDataKey(secrets, id));
  const row = await lockWhatsAppWebSession(transaction, organization_id, id);
  if (row === null) throw new Error("a session that was just made is gone");
  if (row.paired && !isOfSameDevice(secrets, row, session))
    throw problem(409, "already_paired", "the channel is paired; log it out first, or take another channel");
  if (row.wanted !== "off" || row.owner !== null)
    throw problem(409, "session_in_use", "the channel is connected or being paired; disconnect it first");
  return row.data_key;
}

function isOfSameDevice(
  secrets: Secrets,
  { channel_id, data_key, fence, credentials }: WhatsAppWebSessionRow,
  session: MovedSession,
): boolean {
  if (credentials === null) return false;
  const login = openLogin(openVault(secrets, channel_id, data_key, fence), credentials);
  const { signedIdentityKey }: MovedSession["credentials"] = JSON.parse(login);
  return signedIdentityKey.public.data === session.credentials.signedIdentityKey.public.data;
}

async function requireNumber(
  transaction: Transaction,
  caller: Caller,
  channel: ChannelRow,
  phone: string,
): Promise<void> {
  if ((await isOwnNumber(transaction, channel, phone)) === false)
    throw problem(409, "another_number", `the session is of ${phone}, the channel of another number`, {
      hint: "Import it into a channel of its own",
    });
  const other = await findOtherChannel(transaction, channel, phone);
  if (other === null) return;
  const isSeen = other.id !== null && mayUseChannel(caller, other.id);
  throw problem(
    409,
    "number_taken",
    `${isSeen ? `the channel ${other.id}` : "another channel"} has ${phone}`,
    {
      hint: isSeen ? "Import it into that channel, or delete that one" : "Delete that channel first",
    },
  );
}
