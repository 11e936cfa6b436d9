import { getSubscriptions, listTemplates, subscribe, unsubscribe } from "./business-accounts.ts";
import { type GraphFailure, noSuchObject, tokenFailure, unknownPath } from "./errors.ts";
import { type Exchange, type Handler, no } from "./exchange.ts";
import { DOWNLOAD_PATH, deleteMedia, downloadMedia, getMedia, uploadMedia } from "./media.ts";
import type { Media } from "./media-store.ts";
import { postMessage } from "./messages.ts";
import { getPhoneNumber, listPhoneNumbers } from "./phone-numbers.ts";
import { type Phone, phonesOf, type World } from "./world.ts";

type On<T> = (exchange: Exchange, object: T) => Response | Promise<Response>;

/** What each kind of object can do: "method edge", with no edge for the object itself. */
const PHONE: Record<string, On<Phone>> = {
  "POST messages": postMessage,
  "POST media": uploadMedia,
  "GET ": getPhoneNumber,
};

const ACCOUNT: Record<string, Handler> = {
  "GET phone_numbers": listPhoneNumbers,
  "GET subscribed_apps": getSubscriptions,
  "POST subscribed_apps": subscribe,
  "DELETE subscribed_apps": unsubscribe,
  "GET message_templates": listTemplates,
};

const MEDIA: Record<string, On<Media>> = {
  "GET ": getMedia,
  "DELETE ": deleteMedia,
};

/** Answers `/{version}/{object}/{edge}` and media downloads; everything needs the access token. */
export function handleGraph(request: Request, url: URL, world: World): Response | Promise<Response> {
  const [, version = "", id = "", edge = "", ...more] = url.pathname.split("/");
  const exchange = { request, url, world, id };
  const denied = authorize(request, url, world.settings.accessToken);
  if (version === DOWNLOAD_PATH) {
    return denied === null ? downloadMedia(world, url) : no(exchange, denied);
  }
  if (version !== world.settings.version || more.length > 0) return no(exchange, unknownPath(url.pathname));
  if (denied !== null) return no(exchange, denied);
  return dispatch(exchange, `${request.method} ${edge}`);
}

function dispatch(exchange: Exchange, operation: string): Response | Promise<Response> {
  const { world, id, request } = exchange;
  const phone = world.phones.get(id);
  const onPhone = phone && PHONE[operation];
  if (phone !== undefined && onPhone !== undefined) return onPhone(exchange, phone);
  const onAccount = ACCOUNT[operation];
  if (onAccount !== undefined && phonesOf(world, id).length > 0) return onAccount(exchange);
  const media = world.media.get(id);
  const onMedia = media && MEDIA[operation];
  if (media !== undefined && onMedia !== undefined) return onMedia(exchange, media);
  return no(exchange, noSuchObject(request.method, id));
}

/** The token comes as a bearer or, as the Graph API also allows, as a query parameter. */
function authorize(request: Request, url: URL, token: string): GraphFailure | null {
  const header = request.headers.get("authorization");
  const given = header === null ? url.searchParams.get("access_token") : bearer(header);
  if (given === token) return null;
  if (given === null) return tokenFailure("An access token is required to request this resource.");
  return tokenFailure("Invalid OAuth access token - Cannot parse access token");
}

function bearer(header: string): string {
  return header.startsWith("Bearer ") ? header.slice("Bearer ".length) : "";
}
