import type { ChannelRow } from "../../db/channels/channels.ts";
import { problem } from "../http/problem.ts";
import type { BusinessAccount, NumberAccess } from "../providers/management.ts";
import type { Providers } from "../providers/provider.ts";
import type { Secrets } from "../secrets/envelope.ts";
import { tokenContext } from "./channel.ts";
import { providerOf } from "./platform.ts";

/** The channel's account at the platform with its token. Throws 422 when it has none, or is left alone. */
export function accountOf(providers: Providers, channel: ChannelRow, secrets: Secrets): BusinessAccount {
  const accessToken = tokenOf(providers, channel, secrets);
  if (channel.waba_id === null) throw incomplete("waba_id");
  return { wabaId: channel.waba_id, accessToken };
}

/** The channel's number at the platform with its token. Throws 422 when it has none, or is left alone. */
export function numberOf(providers: Providers, channel: ChannelRow, secrets: Secrets): NumberAccess {
  const accessToken = tokenOf(providers, channel, secrets);
  if (channel.phone_number_id === null) throw incomplete("phone number id");
  return { phoneNumberId: channel.phone_number_id, accessToken };
}

/** The channel's token at the platform. Throws 422 when it has none, or is left alone. */
export function tokenOf(providers: Providers, channel: ChannelRow, secrets: Secrets): string {
  const { platform, access_token, id } = channel;
  if (providerOf(providers, channel).templates === undefined) {
    throw problem(422, "unsupported_on_platform", `${platform} channels have no account at Meta`);
  }
  if (access_token === null) throw incomplete("access token");
  return secrets.decrypt(access_token, tokenContext(id));
}

function incomplete(lacking: string) {
  return problem(422, "channel_incomplete", `the channel has no ${lacking}; connect it again`);
}
