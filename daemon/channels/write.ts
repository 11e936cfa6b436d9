import { type ChannelRow, deleteChannel, updateChannel } from "../../db/channels/channels.ts";
import { planCheck } from "../../db/channels/checks.ts";
import type { Sql } from "../../db/connection/client.ts";
import { lockWhatsAppWebSession } from "../../db/whatsapp-web/sessions.ts";
import { audited } from "../auth/audit.ts";
import type { Caller } from "../http/caller.ts";
import { found } from "../http/found.ts";
import { problem } from "../http/problem.ts";
import type { Providers } from "../providers/provider.ts";
import type { ChannelChangesBody } from "./bodies.ts";
import type { ChannelCache } from "./cache.ts";
import { tokenContext } from "./channel.ts";
import { connectAgain, wantDisconnection } from "./session.ts";
import { type ProxyDependencies, settingsToStore, shownSettings } from "./settings/stored.ts";

export type WriteDependencies = ProxyDependencies & {
  sql: Sql;
  providers: Providers;
  /** Forgets what is written at once: the notification comes later than the caller's next request. */
  channels: Pick<ChannelCache, "forget">;
};

/** Throws 422 for another number than the channel's: what waits, and its history, are that one's. */
export function requireSameNumber(
  { phone_number_id: own }: Pick<ChannelRow, "phone_number_id">,
  { phone_number_id: given }: Pick<ChannelChangesBody, "phone_number_id">,
): void {
  if (given === undefined || given === own) return;
  const message = "a channel keeps its number; create another channel for another number";
  throw problem(422, "invalid_request", `/phone_number_id: ${message}`, {
    errors: [{ path: "/phone_number_id", message }],
  });
}

/** Changes a channel; settings that are not given stay. Throws 404 when the channel was deleted. */
export async function changeChannel(
  { sql, providers, secrets, guard, channels }: WriteDependencies,
  caller: Caller,
  channel: ChannelRow,
  { name, settings, access_token }: ChannelChangesBody,
): Promise<ChannelRow> {
  const { id, platform, settings: before } = channel;
  const stored =
    settings && (await settingsToStore({ secrets, guard }, providers[platform], id, settings, before));
  const hasNewProxy = stored?.proxy !== undefined && stored.proxy?.since !== before.proxy?.since;
  const values = {
    ...(name === undefined ? {} : { name }),
    ...(stored === undefined ? {} : { settings: { ...before, ...stored } }),
    ...(access_token === undefined
      ? {}
      : { access_token: secrets.encrypt(access_token, tokenContext(channel.id)), token_expires_at: null }),
  };
  const shown = stored && shownSettings(stored);
  const changes = {
    name,
    settings: shown,
    ...(access_token === undefined ? {} : { access_token: "replaced" }),
  };
  const changed = await audited(
    sql,
    caller,
    { action: "channel.updated", target: { type: "channel", id: channel.id }, changes },
    async (transaction) => {
      // before the channel, as the daemon that holds the session does: else each could wait for the other
      if (hasNewProxy) await lockWhatsAppWebSession(transaction, caller.organizationId, channel.id);
      const row = found(
        await updateChannel(transaction, caller.organizationId, channel.id, values),
        "channel",
      );
      if (hasNewProxy) await connectAgain({ sql: transaction }, row);
      // what its platform has of before is asked for by a check, at once
      if (stored?.history !== undefined && providers[platform]?.knowsStatus === "calls")
        await planCheck(transaction, caller.organizationId, channel.id, 0);
      return row;
    },
  );
  channels.forget(channel.id);
  return changed;
}

/** Deletes a channel: waiting messages are cancelled and a paired number is logged out. */
export async function removeChannel(
  { sql, channels }: Pick<WriteDependencies, "sql" | "channels">,
  caller: Caller,
  channel: ChannelRow,
): Promise<void> {
  await audited(
    sql,
    caller,
    { action: "channel.deleted", target: { type: "channel", id: channel.id } },
    async (transaction) => {
      // without a session there is nothing to end, and this does nothing
      await wantDisconnection({ sql: transaction }, channel, "delete");
      await deleteChannel(transaction, caller.organizationId, channel.id);
    },
  );
  channels.forget(channel.id);
}
