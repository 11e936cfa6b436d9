import type { ChannelRow } from "../../db/channels/channels.ts";
import { problem } from "../http/problem.ts";
import { Type } from "../lib/typebox.ts";
import type { ProviderInUse, Providers } from "../providers/provider.ts";
import { whyLeftAlone } from "./left-alone.ts";

/** A platform's name: one of those that this daemon has. */
export function platformName(providers: Providers) {
  return Type.Unsafe<string>(Type.Union(Object.keys(providers).map((name) => Type.Literal(name))));
}

/** The provider of a platform. Throws 422 when this daemon has none. */
export function providerNamed(providers: Providers, platform: string): ProviderInUse {
  const provider = providers[platform];
  if (provider !== undefined) return provider;
  throw problem(422, "unsupported_on_platform", `this version knows no platform ${platform}`);
}

/** The provider of a channel. Throws 422 when this daemon has none, or leaves the channel alone. */
export function providerOf(
  providers: Providers,
  channel: Pick<ChannelRow, "platform" | "sandbox">,
): ProviderInUse {
  const provider = providerNamed(providers, channel.platform);
  const reason = whyLeftAlone(provider, channel);
  if (reason === null) return provider;
  throw problem(422, "channel_left_alone", `this daemon does not use the channel: ${reason}`);
}
