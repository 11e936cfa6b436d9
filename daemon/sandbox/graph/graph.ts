import { postAppData } from "./accounts/app-data.ts";
import { listSubscriptions } from "./accounts/app-subscriptions.ts";
import { getAccount, getSubscriptions, subscribe, unsubscribe } from "./accounts/business-accounts.ts";
import { OAUTH } from "./accounts/oauth.ts";
import type { Phone } from "./accounts/phone.ts";
import { getPhoneNumber, listPhoneNumbers } from "./accounts/phone-numbers.ts";
import { deregister, notRegistered, register, requestCode, verifyCode } from "./accounts/registration.ts";
import { hasExpired, type TokenStore } from "./accounts/token-store.ts";
import { deleteUsername, getUsername, postUsername, suggestUsernames } from "./accounts/usernames.ts";
import { postThreadControl } from "./agent/thread-control.ts";
import { changeBlocks } from "./blocking/routes.ts";
import { getCallPermission } from "./calls/routes.ts";
import { answerRequests, listRequests, removeMembers } from "./groups/member-routes.ts";
import {
  changeGroup,
  createGroup,
  deleteGroup,
  getGroup,
  getInvite,
  groupFailure,
  listGroups,
  renewInvite,
} from "./groups/routes.ts";
import type { SandboxGroup } from "./groups/store.ts";
import { type GraphFailure, noSuchObject, tokenFailure, unknownPath } from "./http/errors.ts";
import { type Exchange, type Handler, no } from "./http/exchange.ts";
import { servedVersion } from "./http/versions.ts";
import { beginUpload, continueUpload, downloadExample, EXAMPLE_PATH, getUpload } from "./media/resumable.ts";
import { DOWNLOAD_PATH, deleteMedia, downloadMedia, getMedia, uploadMedia } from "./media/routes.ts";
import type { Media, ResumableUpload } from "./media/store.ts";
import { postMarketingMessage } from "./messages/marketing.ts";
import { postMessage } from "./messages/messages.ts";
import {
  createTemplate,
  deleteTemplates,
  editTemplate,
  getTemplate,
  listTemplates,
} from "./templates/routes.ts";
import type { Template } from "./templates/store.ts";
import { businessAccountOf, type World } from "./world.ts";

type On<T> = (exchange: Exchange, object: T) => Response | Promise<Response>;

/** Handlers of each kind of object by "method edge", with no edge for the object itself. */
const PHONE: Record<string, On<Phone>> = {
  "POST messages": (exchange, phone) =>
    phone.registered ? postMessage(exchange, phone) : no(exchange, notRegistered()),
  "POST marketing_messages": (exchange, phone) =>
    phone.registered ? postMarketingMessage(exchange, phone) : no(exchange, notRegistered()),
  "POST media": uploadMedia,
  "GET call_permissions": getCallPermission,
  "POST block_users": changeBlocks,
  "DELETE block_users": changeBlocks,
  "POST groups": createGroup,
  "GET groups": listGroups,
  "POST thread_control": postThreadControl,
  "GET ": getPhoneNumber,
  "POST register": register,
  "POST smb_app_data": postAppData,
  "POST deregister": deregister,
  "POST request_code": requestCode,
  "POST verify_code": verifyCode,
  "GET username": getUsername,
  "POST username": postUsername,
  "DELETE username": deleteUsername,
  "GET username_suggestions": suggestUsernames,
};

const ACCOUNT: Record<string, Handler> = {
  "GET ": getAccount,
  "GET phone_numbers": listPhoneNumbers,
  "GET subscribed_apps": getSubscriptions,
  "POST subscribed_apps": subscribe,
  "DELETE subscribed_apps": unsubscribe,
  "GET message_templates": listTemplates,
  "POST message_templates": createTemplate,
  "DELETE message_templates": deleteTemplates,
};

const TEMPLATE: Record<string, On<Template>> = {
  "GET ": getTemplate,
  "POST ": editTemplate,
};

const GROUP: Record<string, On<SandboxGroup>> = {
  "GET ": getGroup,
  "POST ": changeGroup,
  "DELETE ": deleteGroup,
  "GET invite_link": getInvite,
  "POST invite_link": renewInvite,
  "DELETE participants": removeMembers,
  "GET join_requests": listRequests,
  "POST join_requests": answerRequests,
  "DELETE join_requests": answerRequests,
};

const MEDIA: Record<string, On<Media>> = {
  "GET ": getMedia,
  "DELETE ": deleteMedia,
};

const UPLOAD: Record<string, On<ResumableUpload>> = {
  "POST ": continueUpload,
  "GET ": getUpload,
};

/** Answers `/{version}/{object}/{edge}` and downloads; everything but examples of templates needs the access token. */
export function handleGraph(request: Request, url: URL, world: World): Response | Promise<Response> {
  const [, first = "", id = "", edge = "", ...more] = url.pathname.split("/");
  const version = servedVersion(first, Date.now());
  const exchange = { request, url, world, id, version: version ?? world.settings.version };
  const open = version === null ? undefined : byApp(exchange);
  if (open !== undefined) return open(exchange);
  if (first === EXAMPLE_PATH) return downloadExample(world, id);
  const denied = authorize(request, url, world.tokens);
  if (first === DOWNLOAD_PATH) {
    return denied === null ? downloadMedia(world, url) : no(exchange, denied);
  }
  if (version === null || more.length > 0) return no(exchange, unknownPath(url.pathname));
  if (denied !== null) return no(exchange, denied);
  return dispatch(exchange, `${request.method} ${edge}`);
}

function dispatch(exchange: Exchange, operation: string): Response | Promise<Response> {
  const { world, id, request } = exchange;
  if (!reaches(exchange)) return no(exchange, noSuchObject(request.method, id));
  const phone = world.phones.get(id);
  const onPhone = phone && PHONE[operation];
  if (phone !== undefined && onPhone !== undefined) return onPhone(exchange, phone);
  const onAccount = ACCOUNT[operation];
  if (onAccount !== undefined && isAccount(exchange)) return metered(exchange, id, onAccount);
  const template = world.templates.find(id);
  const onTemplate = template && TEMPLATE[operation];
  if (template !== undefined && onTemplate !== undefined) {
    return metered(exchange, template.wabaId ?? id, (call) => onTemplate(call, template));
  }
  const group = world.groups.find(id);
  if (group !== undefined) return onGroup(exchange, group, operation);
  if (id === world.settings.appId && operation === "POST uploads") return beginUpload(exchange);
  const upload = world.uploads.get(id);
  const onUpload = upload && UPLOAD[operation];
  if (upload !== undefined && onUpload !== undefined) return onUpload(exchange, upload);
  const media = world.media.get(id);
  const onMedia = media && MEDIA[operation];
  if (media !== undefined && onMedia !== undefined) return onMedia(exchange, media);
  return no(exchange, noSuchObject(request.method, id));
}

function onGroup(exchange: Exchange, group: SandboxGroup, operation: string): Response | Promise<Response> {
  const handler = GROUP[operation];
  if (handler === undefined) return no(exchange, noSuchObject(exchange.request.method, group.id));
  const refused = groupFailure(exchange, group);
  return refused === null ? handler(exchange, group) : no(exchange, refused);
}

/** A call that manages an account counts, and says how many there were. */
async function metered(exchange: Exchange, wabaId: string, handler: Handler): Promise<Response> {
  const { usage } = exchange.world;
  const refused = usage.take();
  const response = refused === null ? await handler(exchange) : no(exchange, refused);
  response.headers.set("x-business-use-case-usage", usage.header(wabaId));
  return response;
}

/** The handler of a call that the app makes as itself, without the token of an account. */
function byApp({ request, url, world }: Exchange): Handler | undefined {
  const operation = `${request.method} ${url.pathname.split("/").slice(2).join("/")}`;
  return operation === `GET ${world.settings.appId}/subscriptions` ? listSubscriptions : OAUTH[operation];
}

/** An account has numbers, is a messaging account of some, or was granted without one: customers may finish a signup so. */
function isAccount(exchange: Exchange): boolean {
  const { world, id } = exchange;
  return businessAccountOf(world, id) !== null || grantedAccounts(exchange)?.includes(id) === true;
}

/** The accounts that the token is for; null: all. */
function grantedAccounts({ request, url, world }: Exchange): readonly string[] | null {
  return world.tokens.find(tokenOf(request, url) ?? "")?.wabaIds ?? null;
}

/** Whether the token is for the requested account, or for the account of the requested number. */
function reaches(exchange: Exchange): boolean {
  const { world, id } = exchange;
  const wabaIds = grantedAccounts(exchange);
  const wabaId = world.phones.get(id)?.wabaId ?? businessAccountOf(world, id);
  return wabaIds === null || wabaId === null || wabaIds.includes(wabaId);
}

function authorize(request: Request, url: URL, tokens: TokenStore): GraphFailure | null {
  const given = tokenOf(request, url);
  const grant = tokens.find(given ?? "");
  if (grant !== undefined) {
    return hasExpired(grant)
      ? tokenFailure("Error validating access token: Session has expired.", 463)
      : null;
  }
  if (given === null) return tokenFailure("An access token is required to request this resource.");
  return tokenFailure("Invalid OAuth access token - Cannot parse access token");
}

/** The token comes as a bearer or, as the Graph API also allows, as a query parameter. */
function tokenOf(request: Request, url: URL): string | null {
  const header = request.headers.get("authorization");
  return header === null ? url.searchParams.get("access_token") : bearer(header);
}

function bearer(header: string): string {
  return /^(?:Bearer|OAuth) (.*)$/.exec(header)?.[1] ?? "";
}
