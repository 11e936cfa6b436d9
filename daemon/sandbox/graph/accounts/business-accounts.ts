import { isObject } from "../../../lib/objects.ts";
import { fieldsOf } from "../billing/field-filters.ts";
import { pricingAnalytics } from "../billing/pricing-analytics.ts";
import { parameterError } from "../http/errors.ts";
import { type Exchange, no, ok } from "../http/exchange.ts";

const ANALYTICS = "pricing_analytics";

/** `GET /{waba_id}?fields=`: the account, whose it is, how it is billed, and what it was (`pricing_analytics`). */
export function getAccount(exchange: Exchange): Response {
  const { id, world } = exchange;
  const { currency, timezoneId, country } = world.biller.accounts.of(id);
  const known: Record<string, unknown> = {
    id,
    name: "Waypost Sandbox",
    owner_business_info: { id: world.portfolio.id, name: "Waypost Sandbox" },
    currency,
    timezone_id: timezoneId,
    country,
    primary_business_location: country,
  };
  const fields = fieldsOf(exchange.url.searchParams.get("fields") ?? "name");
  const analytics = fields.find(({ name }) => name === ANALYTICS);
  if (analytics !== undefined) {
    const points = pricingAnalytics(world.biller, id, analytics.filters);
    if ("code" in points) return no(exchange, points);
    known[ANALYTICS] = points;
  }
  const wanted = fields.map(({ name }) => name);
  const unknown = wanted.find((name) => !Object.hasOwn(known, name));
  if (unknown !== undefined) {
    const reason = `Tried accessing nonexisting field (${unknown}) on node type (WhatsAppBusinessAccount)`;
    return no(exchange, parameterError(reason));
  }
  return ok(exchange, Object.fromEntries([...new Set([...wanted, "id"])].map((name) => [name, known[name]])));
}

/** `GET /{waba_id}/subscribed_apps` */
export function getSubscriptions(exchange: Exchange): Response {
  const { subscribed, settings } = exchange.world;
  const app = {
    id: settings.appId,
    name: "Waypost",
    link: `https://www.facebook.com/games/?app_id=${settings.appId}`,
  };
  const data = subscribed.has(exchange.id) ? [{ whatsapp_business_api_data: app }] : [];
  return ok(exchange, { data });
}

/** `POST /{waba_id}/subscribed_apps`: from now on the account's webhooks are sent. Takes no parameters here. */
export async function subscribe(exchange: Exchange): Promise<Response> {
  const extra = await firstParameter(exchange.request);
  if (extra !== undefined) return no(exchange, parameterError(`Unexpected key "${extra}" on param "".`));
  exchange.world.subscribed.add(exchange.id);
  return ok(exchange, { success: true });
}

/** `DELETE /{waba_id}/subscribed_apps`: no more webhooks of this account. */
export function unsubscribe(exchange: Exchange): Response {
  exchange.world.subscribed.delete(exchange.id);
  return ok(exchange, { success: true });
}

async function firstParameter(request: Request): Promise<string | undefined> {
  const text = await request.text();
  if (text === "") return undefined;
  try {
    const body: unknown = JSON.parse(text);
    return isObject(body) ? Object.keys(body)[0] : text;
  } catch {
    return text;
  }
}
