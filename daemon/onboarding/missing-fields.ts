import type { WebhookFields } from "../health/webhook-fields.ts";
import type { Providers } from "../providers/provider.ts";

const PATIENCE_MS = 4000;

/** The fields of webhooks that our app at the platform is not subscribed to; null without an app. Never throws. */
export async function findMissingFields(providers: Providers): Promise<WebhookFields | null> {
  const app = Object.values(providers).find((provider) => provider?.onboarding?.app)?.onboarding?.app;
  if (!app) return null;
  const found = await app.missingFields(AbortSignal.timeout(PATIENCE_MS));
  if (found.kind === "done") return { missing: found.value, error: null };
  return { missing: [], error: found.kind === "refused" ? found.error.detail : found.reason };
}
