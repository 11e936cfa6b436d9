import type { MediaSources } from "./media.ts";
import { createOfficialMedia } from "./official/media-source.ts";
import { createOfficialProvider } from "./official/provider.ts";
import type { Providers } from "./provider.ts";

export type ProviderSettings = {
  graphUrl: string;
  /** The Meta app; exchanging codes needs both. */
  appId?: string | undefined;
  appSecret?: string | undefined;
};

/** The providers of this daemon, one a platform. */
export function createProviders({ graphUrl, appId, appSecret }: ProviderSettings): Providers {
  const app = appId === undefined || appSecret === undefined ? null : { id: appId, secret: appSecret };
  return { whatsapp_official: createOfficialProvider(graphUrl, app) };
}

/** Where the files of inbound messages are found, by platform. */
export function createMediaSources({ graphUrl }: Pick<ProviderSettings, "graphUrl">): MediaSources {
  return { whatsapp_official: createOfficialMedia(graphUrl) };
}
