import type { Sql } from "../../db/connection/client.ts";
import { unknownChannels } from "../../db/webhooks/endpoints.ts";
import type { EgressGuard } from "../egress/guard.ts";
import { EgressRefused } from "../egress/refused.ts";
import { isEventType } from "../events/catalogue.ts";
import { type Caller, mayUseChannel } from "../http/caller.ts";
import { type FieldError, type Problem, problem } from "../http/problem.ts";
import type { EndpointInput } from "./endpoint.ts";
import type { EndpointForm, RecordName } from "./forms/form.ts";
import type { Forms } from "./forms/forms.ts";
import { isSigningSecret } from "./signature.ts";

const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;
const MOST_HEADERS = 20;

/** The most endpoints an organisation may have: each event is written once for each of them. */
export const MOST_ENDPOINTS = 200;

/** Headers that sign, frame or route a delivery; a customer's own value would break it or smuggle a request. */
const TAKEN_PREFIXES = ["webhook-", "svix-", "content-", "proxy-", "sec-"];
const TAKEN = new Set([
  "host",
  "connection",
  "keep-alive",
  "transfer-encoding",
  "te",
  "trailer",
  "upgrade",
  "expect",
  "accept-encoding",
]);

/** Refuses invalid settings of an endpoint with 422, naming the path of each. */
export async function checkEndpoint(
  { sql, guard }: { sql: Sql; guard: EgressGuard },
  caller: Caller,
  form: EndpointForm,
  input: EndpointInput,
): Promise<void> {
  const errors = [
    ...(await urlErrors(guard, input.url)),
    ...filterErrors(form, input.filterTypes),
    ...formatEventErrors(form, input.format_events),
    ...(await channelErrors(sql, caller, input.channels)),
    ...includeErrors(form, input.include),
    ...headerErrors(input.headers ?? {}),
    ...secretErrors(form, input.secret),
  ];
  if (errors.length > 0) throw refused(errors);
}

async function urlErrors(guard: EgressGuard, url: string | undefined): Promise<FieldError[]> {
  try {
    if (url !== undefined) await guard.checkUrl(url);
    return [];
  } catch (error) {
    if (error instanceof EgressRefused) return [{ path: "/url", message: error.message }];
    throw error;
  }
}

/** The form of a name; refuses one that there is not with 422. */
export function mustFindForm(forms: Forms, name: string): EndpointForm {
  const form = forms.find(name);
  if (form !== null) return form;
  const message = `there is no form ${quoted(name)}; the forms are ${forms.all.map(({ name: one }) => one).join(", ")}`;
  throw refused([{ path: "/format", message }]);
}

function filterErrors(form: EndpointForm, types: readonly string[] | null | undefined): FieldError[] {
  if (types?.length === 0)
    return [{ path: "/filterTypes", message: "give at least one event type, or null for all" }];
  return (types ?? []).flatMap((type, index) => {
    const path = `/filterTypes/${index}`;
    if (!isEventType(type)) return [{ path, message: `there is no event type ${quoted(type)}` }];
    if (form.types === null || form.types.includes(type)) return [];
    return [{ path, message: `the form ${form.name} has no ${type}; it has ${form.types.join(", ")}` }];
  });
}

function formatEventErrors(form: EndpointForm, names: readonly string[] | null | undefined): FieldError[] {
  const known = form.events ?? [];
  if (names?.length === 0)
    return [{ path: "/format_events", message: "give at least one event, or null for all" }];
  return (names ?? []).flatMap((name, index) => {
    const message = `the form ${form.name} has no event ${quoted(name)} of its own; it has ${known.join(", ") || "none"}`;
    return known.includes(name) ? [] : [{ path: `/format_events/${index}`, message }];
  });
}

/** In Waypost's own form, files stand in the message. */
function includeErrors({ needs }: EndpointForm, include: readonly string[] | null | undefined): FieldError[] {
  const has = (name: RecordName) => needs.includes(name) || include?.includes(name) === true;
  if (!include?.includes("files") || has("message")) return [];
  return [{ path: "/include", message: "files come inside the message: include message, too" }];
}

/** Refuses with 422 a secret that a form can't sign by. */
export function checkSecret(form: EndpointForm, secret: string | undefined): void {
  const errors = secretErrors(form, secret);
  if (errors.length > 0) throw refused(errors);
}

function secretErrors({ name, sign }: EndpointForm, secret: string | undefined): FieldError[] {
  if (secret === undefined || sign !== undefined || isSigningSecret(secret)) return [];
  const message = `the form ${name} signs by Standard Webhooks: give whsec_ and 24 to 64 bytes in base64`;
  return [{ path: "/secret", message }];
}

async function channelErrors(
  sql: Sql,
  caller: Caller,
  channels: readonly string[] | null | undefined,
): Promise<FieldError[]> {
  if (channels === undefined || channels === null) return [];
  if (channels.length === 0)
    return [{ path: "/channels", message: "give at least one channel, or null for all" }];
  const unknown = new Set(await unknownChannels(sql, caller.organizationId, channels));
  return channels.flatMap((id, index) =>
    unknown.has(id) || !mayUseChannel(caller, id)
      ? [{ path: `/channels/${index}`, message: `there is no channel ${quoted(id)}` }]
      : [],
  );
}

function headerErrors(headers: Record<string, string>): FieldError[] {
  const entries = Object.entries(headers);
  if (entries.length > MOST_HEADERS)
    return [{ path: "/headers", message: `at most ${MOST_HEADERS} headers` }];
  return entries.flatMap(([name, value]) => {
    const message = headerError(name.toLowerCase(), value);
    return message === null ? [] : [{ path: `/headers/${pointer(name)}`, message }];
  });
}

function headerError(name: string, value: string): string | null {
  if (!HEADER_NAME.test(name)) return "this is not a header name";
  if (TAKEN.has(name) || TAKEN_PREFIXES.some((prefix) => name.startsWith(prefix)))
    return "this header is set by Waypost";
  return HEADER_VALUE.test(value)
    ? null
    : "a header's value can't have line breaks or characters beyond Latin-1";
}

/** One step of a JSON pointer (RFC 6901). */
function pointer(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}

function quoted(text: string): string {
  return JSON.stringify(text);
}

function refused(errors: FieldError[]): Problem {
  const [first] = errors;
  return problem(422, "invalid_request", `${first?.path}: ${first?.message}`, { errors });
}
