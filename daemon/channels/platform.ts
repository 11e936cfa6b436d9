import { Type } from "@sinclair/typebox";
import type { ChannelRow } from "../../db/channels/channels.ts";
import { problem } from "../http/problem.ts";
import type { Provider, Providers } from "../providers/provider.ts";

/** A platform's name: one of those that this daemon has. */
export function platformName(providers: Providers) {
  return Type.Unsafe<string>(Type.Union(Object.keys(providers).map((name) => Type.Literal(name))));
}

/** The provider of a channel's platform. Throws 422 when this daemon has none. */
export function providerOf(providers: Providers, { platform }: Pick<ChannelRow, "platform">): Provider {
  const provider = providers[platform];
  if (provider !== undefined) return provider;
  throw problem(422, "unsupported_on_platform", `this version knows no platform ${platform}`);
}
