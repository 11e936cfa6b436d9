import { parameterError } from "./errors.ts";
import { type Exchange, isRecord, no, ok } from "./exchange.ts";

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
    return isRecord(body) ? Object.keys(body)[0] : text;
  } catch {
    return text;
  }
}

const MOST_TEMPLATES = 100;

/** `GET /{waba_id}/message_templates?name=&status=&limit=&after=` */
export function listTemplates(exchange: Exchange): Response {
  const { searchParams } = exchange.url;
  const limit = Math.min(Number(searchParams.get("limit") ?? 25), MOST_TEMPLATES);
  const after = Number(searchParams.get("after") ?? 0);
  if (!Number.isInteger(limit) || limit < 1 || !Number.isInteger(after) || after < 0) {
    return no(exchange, parameterError("Param limit and after must be valid cursors."));
  }
  const name = searchParams.get("name");
  const status = searchParams.get("status");
  const found = exchange.world.templates
    .all()
    .filter(
      (template) =>
        (name === null || template.name.includes(name)) && (status ?? template.status) === template.status,
    );
  const cursors = { before: String(after), after: String(after + limit) };
  const next = found.length > after + limit ? { next: pageUrl(exchange, after + limit) } : {};
  return ok(exchange, { data: found.slice(after, after + limit), paging: { cursors, ...next } });
}

function pageUrl({ url, world }: Exchange, after: number): string {
  const next = new URL(url.pathname + url.search, world.url);
  next.searchParams.set("after", String(after));
  next.searchParams.delete("access_token");
  return next.href;
}
