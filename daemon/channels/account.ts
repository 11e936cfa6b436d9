import type { ChannelRow } from "../../db/channels/channels.ts";
import { problem } from "../http/problem.ts";
import type { BusinessAccount } from "../providers/management.ts";
import type { Providers } from "../providers/provider.ts";
import type { Secrets } from "../secrets/envelope.ts";
import { tokenContext } from "./channel.ts";
import { providerOf } from "./platform.ts";

/** The channel's account at the platform with its token. Throws 422 when it has none, or is left alone. */
export function accountOf(providers: Providers, channel: ChannelRow, secrets: Secrets): BusinessAccount {
  const { platform, waba_id, access_token, id } = channel;
  if (providerOf(providers, channel).templates === undefined) {
    throw problem(422, "unsupported_on_platform", `${platform} channels have no account at Meta`);
  }
  if (waba_id === null || access_token === null) {
    const lacking = waba_id === null ? "waba_id" : "access token";
    throw problem(422, "channel_incomplete", `the channel has no ${lacking}; connect it again`);
  }
  return { wabaId: waba_id, accessToken: secrets.decrypt(access_token, tokenContext(id)) };
}
