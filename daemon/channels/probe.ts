import type { ChannelRow } from "../../db/channels/channels.ts";
import type { Sql } from "../../db/connection/client.ts";
import type { ChannelProbe } from "../providers/channel.ts";
import type { Providers } from "../providers/provider.ts";
import type { Secrets } from "../secrets/envelope.ts";
import { tokenContext } from "./channel.ts";
import { whyLeftAlone } from "./left-alone.ts";

export type CheckDependencies = { sql: Sql; secrets: Secrets; providers: Providers };

/**
 * Asks the platform for a channel's status, using its token, and for unknown members of its account. Null when only a
 * session shows the status, or the channel is left alone.
 */
export async function probeChannel(
  { secrets, providers }: Omit<CheckDependencies, "sql">,
  channel: ChannelRow,
): Promise<ChannelProbe | null> {
  const provider = providers[channel.platform];
  // its session finds it out, all the time
  if (provider === undefined || provider.knowsStatus === "session") return null;
  if (whyLeftAlone(provider, channel) !== null) return null;
  const { access_token: token, waba_id: wabaId } = channel;
  return await provider.probe({
    organizationId: channel.organization_id,
    id: channel.id,
    phoneNumberId: channel.phone_number_id,
    accessToken: token === null ? null : secrets.decrypt(token, tokenContext(channel.id)),
    limits: { wabaId },
    ...(wabaId === null || channel.account_proven_at !== null ? {} : { wabaId }),
  });
}
