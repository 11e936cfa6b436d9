import type { Drift } from "../drift/drift.ts";
import type { Dialing } from "../egress/own-hosts.ts";
import { createCloudApiMedia } from "./cloud-api/media-source.ts";
import { CLOUD_API } from "./cloud-api/platform.ts";
import { createCloudApiProvider } from "./cloud-api/provider.ts";
import type { InboundFact } from "./inbound.ts";
import type { Platforms, Provider, Providers } from "./provider.ts";
import { WHATSAPP_WEB } from "./whatsapp-web/platform.ts";
import { createWhatsAppWebProvider, type WhatsAppWebDependencies } from "./whatsapp-web/provider.ts";
import { createWhatsAppWebMedia } from "./whatsapp-web/receive/media-source.ts";

/** The platforms that every daemon has: one folder and one line each. */
export const PLATFORMS: Platforms = {
  [CLOUD_API.name]: CLOUD_API,
  [WHATSAPP_WEB.name]: WHATSAPP_WEB,
};

export type ProviderSettings = {
  graphUrl: string;
  webSocketUrl: string;
  /** The Meta app; exchanging codes needs both. */
  appId?: string | undefined;
  appSecret?: string | undefined;
  /** How long the Graph API may take to respond. */
  callMs?: number | undefined;
  /** Keeps requests for files from leading to private addresses. */
  guard: Dialing;
  /** Counts what Meta answers that nobody reads. */
  drift: Pick<Drift, "note">;
  /** What paired numbers send and receive through. */
  web: WhatsAppWebDependencies;
};

/** The providers of those platforms. */
export function createProviders(settings: ProviderSettings): Record<string, Provider> {
  const { graphUrl, webSocketUrl, appId, appSecret, callMs, guard, drift, web } = settings;
  const note = (shape: string) => drift.note("meta_answer", shape);
  const app = appId === undefined || appSecret === undefined ? null : { id: appId, secret: appSecret };
  return {
    [CLOUD_API.name]: {
      ...createCloudApiProvider(graphUrl, app, callMs, note),
      media: createCloudApiMedia(graphUrl, guard, note),
    },
    [WHATSAPP_WEB.name]: {
      ...createWhatsAppWebProvider(web),
      media: createWhatsAppWebMedia(web, { webSocketUrl, guard }),
    },
  };
}

/** The providers of a daemon, all of which talk either to a sandbox or to their platforms. */
export function inUse(providers: Record<string, Provider>, isSandbox: boolean): Providers {
  return Object.fromEntries(
    Object.entries(providers).map(([name, provider]) => [name, { ...provider, isSandbox }]),
  );
}

/** Takes what came in on a channel; durable when it resolves. Facts of one channel stay in order. */
export type Receive = (
  channel: { organizationId: string; channelId: string },
  facts: readonly InboundFact[],
) => Promise<void>;

/** Makes the provider of one more platform, by whose name it is registered. */
export type Registration = (given: { receive: Receive }) => Provider;
