import { type ChannelRow, updateChannel } from "../../../db/channels/channels.ts";
import type { Sql, Transaction } from "../../../db/connection/client.ts";
import { readAllSessionKeys } from "../../../db/whatsapp-web/keys.ts";
import { lockWhatsAppWebSession } from "../../../db/whatsapp-web/sessions.ts";
import { audited } from "../../auth/audit.ts";
import { openKey, openLogin } from "../../gateway/keys/key-store.ts";
import { openVault } from "../../gateway/keys/vault.ts";
import type { Caller } from "../../http/caller.ts";
import { problem } from "../../http/problem.ts";
import { giveWay } from "../../lib/give-way.ts";
import { STATUS_REASONS } from "../../lib/status-reasons.ts";
import { type Static, Type } from "../../lib/typebox.ts";
import { SIGNAL_CATEGORIES } from "../../providers/whatsapp-web/connection/keys/signal-categories.ts";
import type { Secrets } from "../../secrets/envelope.ts";

/** Each is opened in one go, while everybody else waits: a hundredth of a second. */
const KEYS_A_PIECE = 1000;

/** A session as Baileys' stores have it. */
export const ExportedSessionSchema = Type.Object(
  {
    credentials: Type.Record(Type.String(), Type.Unknown(), { description: "`creds.json`" }),
    keys: Type.Record(Type.String(), Type.Record(Type.String(), Type.Unknown()), {
      description: "By category and id",
    }),
  },
  { title: "ExportedSession" },
);

/** The session of a disconnected channel, with all its secrets. Throws 409 while it is used, or where there is none. */
export async function exportSession(
  { sql, secrets }: { sql: Sql; secrets: Secrets },
  caller: Caller,
  { organization_id, id }: ChannelRow,
): Promise<Static<typeof ExportedSessionSchema>> {
  const entry = { action: "channel.session_exported", target: { type: "channel", id } };
  return await audited(sql, caller, entry, async (transaction) => {
    const session = await readSession(transaction, secrets, {
      organizationId: organization_id,
      channelId: id,
    });
    await updateChannel(transaction, organization_id, id, { status_reason: STATUS_REASONS.exported });
    return session;
  });
}

async function readSession(
  transaction: Transaction,
  secrets: Secrets,
  of: { organizationId: string; channelId: string },
): Promise<Static<typeof ExportedSessionSchema>> {
  const row = await lockWhatsAppWebSession(transaction, of.organizationId, of.channelId);
  if (!row?.paired || row.credentials === null)
    throw problem(409, "not_paired", "the channel is not paired: it has no session");
  if (row.wanted !== "off" || row.owner !== null)
    throw problem(409, "session_in_use", "the channel is connected; disconnect it first");
  const vault = openVault(secrets, of.channelId, row.data_key, row.fence);
  const rows = await readAllSessionKeys(transaction, of, SIGNAL_CATEGORIES);
  const keys: Record<string, Record<string, unknown>> = {};
  for (const [index, { category, ...key }] of rows.entries()) {
    if (index % KEYS_A_PIECE === 0) await giveWay();
    keys[category] ??= {};
    keys[category][key.id] = JSON.parse(openKey(vault, category, key));
  }
  return { credentials: JSON.parse(openLogin(vault, row.credentials)), keys };
}
