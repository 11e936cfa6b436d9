import { tokenFailure } from "../http/errors.ts";
import { type Exchange, no, ok } from "../http/exchange.ts";
import { WEBHOOK_FIELDS } from "../webhooks/fields.ts";
import { isByApp } from "./oauth.ts";

/** `GET /{app_id}/subscriptions`, with the app's own token: the fields of webhooks that the app receives. */
export function listSubscriptions(exchange: Exchange): Response {
  if (!isByApp(exchange)) return no(exchange, tokenFailure("Invalid OAuth access token signature."));
  const { outbox, unsubscribed, settings } = exchange.world;
  const callback_url = outbox.webhookUrl();
  if (callback_url === undefined) return ok(exchange, { data: [] });
  const names = WEBHOOK_FIELDS.filter((name) => !unsubscribed.has(name));
  const fields = names.map((name) => ({ name, version: settings.version }));
  const subscription = { object: "whatsapp_business_account", callback_url, active: true, fields };
  return ok(exchange, { data: [subscription] });
}
