import { createOfficialProvider } from "./official/provider.ts";
import type { Providers } from "./provider.ts";

/** The providers of this daemon, one a platform. */
export function createProviders({ graphUrl }: { graphUrl: string }): Providers {
  return { whatsapp_official: createOfficialProvider(graphUrl) };
}
