import type { Dialing } from "../egress/own-hosts.ts";
import { createOfficialMedia } from "./cloud-api/media-source.ts";
import { createOfficialProvider } from "./cloud-api/provider.ts";
import type { MediaSources } from "./media.ts";
import type { Providers } from "./provider.ts";
import { createWhatsAppWebProvider, type WhatsAppWebDependencies } from "./whatsapp-web/provider.ts";
import {
  createWhatsAppWebMedia,
  type WhatsAppWebMediaDependencies,
} from "./whatsapp-web/receive/media-source.ts";

export type ProviderSettings = {
  graphUrl: string;
  /** The Meta app; exchanging codes needs both. */
  appId?: string | undefined;
  appSecret?: string | undefined;
  /** How long the Graph API may take to answer, in milliseconds. */
  callMilliseconds?: number | undefined;
  /** What paired numbers send through; without it there are none. */
  paired?: WhatsAppWebDependencies;
};

/** The providers of this daemon, one a platform. */
export function createProviders({
  graphUrl,
  appId,
  appSecret,
  callMilliseconds,
  paired,
}: ProviderSettings): Providers {
  const app = appId === undefined || appSecret === undefined ? null : { id: appId, secret: appSecret };
  return {
    whatsapp_official: createOfficialProvider(graphUrl, app, callMilliseconds),
    ...(paired === undefined ? {} : { whatsapp_unofficial: createWhatsAppWebProvider(paired) }),
  };
}

export type MediaSourceSettings = {
  graphUrl: string;
  webSocketUrl: string;
  guard: Dialing;
  paired: WhatsAppWebMediaDependencies;
};

/** Where the files of inbound messages are found, by platform. */
export function createMediaSources({
  graphUrl,
  webSocketUrl,
  guard,
  paired,
}: MediaSourceSettings): MediaSources {
  return {
    whatsapp_official: createOfficialMedia(graphUrl, guard),
    whatsapp_unofficial: createWhatsAppWebMedia(paired, { webSocketUrl, guard }),
  };
}
