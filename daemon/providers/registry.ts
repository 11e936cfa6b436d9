import type { MediaSources } from "./media.ts";
import { createOfficialMedia } from "./official/media-source.ts";
import { createOfficialProvider } from "./official/provider.ts";
import type { Providers } from "./provider.ts";

/** The providers of this daemon, one a platform. */
export function createProviders({ graphUrl }: { graphUrl: string }): Providers {
  return { whatsapp_official: createOfficialProvider(graphUrl) };
}

/** Where the files of inbound messages are found, by platform. */
export function createMediaSources({ graphUrl }: { graphUrl: string }): MediaSources {
  return { whatsapp_official: createOfficialMedia(graphUrl) };
}
