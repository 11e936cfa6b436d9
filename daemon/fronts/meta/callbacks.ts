import { type ApiRecord, Refused } from "../../http/inside/own-api.ts";
import { problem } from "../../http/problem.ts";
import { isObject } from "../../lib/objects.ts";
import { endpointsOf, keepOldest, putEndpoint, removeEndpoint, settingAtOnce } from "../shared/endpoints.ts";
import type { Call } from "./call.ts";
import { type GraphNumber, noSuchObject } from "./objects.ts";

const FORM = "meta";
const done = { success: true };

/** What a program sets the address of: an account, or one number. */
type Scope = { edge: "subscribed_apps" | "webhook_configuration"; id: string; channels: readonly string[] };

/** `POST {waba_id}/subscribed_apps`: with an address of its own, an endpoint for the account's channels. */
export async function subscribe(call: Call, numbers: readonly GraphNumber[], id: string) {
  const given = { ...call.query, ...call.body };
  if (isSet(given.override_callback_uri)) await setCallback(call, ofAccount(id, numbers), given);
  return done;
}

/** `DELETE {waba_id}/subscribed_apps`: the endpoint that a program made for the account goes. */
export async function unsubscribe(call: Call, numbers: readonly GraphNumber[], id: string) {
  await removeCallback(call, ofAccount(id, numbers));
  return done;
}

/** `POST {phone_number_id}` with `webhook_configuration`; an empty address takes it away. */
export async function configureNumber(call: Call, number: GraphNumber, id: string) {
  const { webhook_configuration: given } = call.body;
  if (!isObject(given)) throw noSuchObject("post", id);
  if (isSet(given.override_callback_uri)) await setCallback(call, ofNumber(number), given);
  else await removeCallback(call, ofNumber(number));
  return done;
}

/** The address that a program set for an account; undefined without one, or for a key that may not see it. */
export async function accountCallback(call: Call, numbers: readonly GraphNumber[], id: string) {
  return (await shownOf(call, ofAccount(id, numbers)))?.url;
}

/** `webhook_configuration` of a number. */
export async function numberCallbacks(call: Call, number: GraphNumber) {
  const [own, accounts] = await Promise.all([
    shownOf(call, ofNumber(number)),
    shownOf(call, ofAccount(number.waba_id, [number])),
  ]);
  return {
    ...(own === undefined ? {} : { phone_number: own.url }),
    ...(accounts === undefined ? {} : { whatsapp_business_account: accounts.url }),
  };
}

function ofAccount(id: string, numbers: readonly GraphNumber[]): Scope {
  return { edge: "subscribed_apps", id, channels: numbers.map(({ channelId }) => channelId) };
}

function ofNumber({ phone_number_id: id, channelId }: GraphNumber): Scope {
  return { edge: "webhook_configuration", id, channels: [channelId] };
}

async function setCallback(call: Call, scope: Scope, given: ApiRecord): Promise<void> {
  await settingAtOnce(() => putCallback(call, scope, given));
}

async function putCallback(call: Call, scope: Scope, given: ApiRecord): Promise<void> {
  const { override_callback_uri: url, verify_token } = given;
  if (!isSet(verify_token))
    throw problem(422, "invalid_request", "verify_token: required with override_callback_uri");
  const endpoints = await endpointsOf(call, null, FORM);
  const made = endpoints.findLast((one) => isOf(one, scope));
  const address = { url, verify_token };
  // made by hand for the same receiver: a second one would deliver everything twice
  const same = endpoints.find((one) => one !== made && one.url === url && covers(one, scope));
  if (same !== undefined) {
    await putEndpoint(call, same, address);
    if (made !== undefined) await removeEndpoint(call, made);
    return;
  }
  const { channels } = scope;
  await putEndpoint(call, made, { ...address, format: FORM, channels, description: markOf(scope) });
  if (made === undefined) await keepOldest(call, await setFor(call, scope));
}

/** The endpoints that programs set for an account or a number: one, but while several calls set it. */
async function setFor(call: Call, scope: Scope): Promise<ApiRecord[]> {
  return (await endpointsOf(call, null, FORM)).filter((one) => isOf(one, scope));
}

async function removeCallback(call: Call, scope: Scope): Promise<void> {
  for (const one of await setFor(call, scope)) await removeEndpoint(call, one);
}

async function shownOf(call: Call, scope: Scope): Promise<ApiRecord | undefined> {
  try {
    return (await setFor(call, scope))[0];
  } catch (cause) {
    if (cause instanceof Refused && cause.status === 403) return undefined;
    throw cause;
  }
}

/** By its description, an endpoint is known as the one that a program made by this call. */
function markOf({ edge, id }: Scope): string {
  return `Set by a program: ${edge} of ${id}`;
}

function isOf({ description }: ApiRecord, scope: Scope): boolean {
  return description === markOf(scope);
}

function covers({ channels }: ApiRecord, scope: Scope): boolean {
  return (
    channels === null || (Array.isArray(channels) && scope.channels.every((id) => channels.includes(id)))
  );
}

function isSet(value: unknown): boolean {
  return value !== undefined && value !== null && value !== "";
}
