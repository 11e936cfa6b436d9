import { type ChannelRow, findChannel } from "../../db/channels/channels.ts";
import type { Queryable } from "../../db/connection/client.ts";
import { type Caller, mayUseChannel } from "../http/caller.ts";
import { found } from "../http/found.ts";
import { problem } from "../http/problem.ts";
import { Type } from "../lib/typebox.ts";
import type { ProviderInUse, Providers } from "../providers/provider.ts";
import { LibraryMissingError } from "../providers/whatsapp-web/library/library.ts";
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

/** Finds the paired channel of an id. Throws 404 where the caller may see none, 422 where it is of another platform. */
export function pairedChannels({ sql, providers }: { sql: Queryable; providers: Providers }) {
  return async (caller: Caller, id: string): Promise<ChannelRow> => {
    const channel = found(
      mayUseChannel(caller, id) ? await findChannel(sql, caller.organizationId, id) : null,
      "channel",
    );
    if (providerOf(providers, channel).connects === "pairing") return channel;
    throw problem(422, "unsupported_on_platform", `${channel.platform} channels are not paired`);
  };
}

/** 503 where the library that paired numbers need is not installed; other failures as they are. */
export function refuseWithoutLibrary(cause: unknown): never {
  if (!(cause instanceof LibraryMissingError)) throw cause;
  throw problem(503, "library_missing", cause.message, { cause });
}
