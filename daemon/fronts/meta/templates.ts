import { type ApiRecord, Refused } from "../../http/inside/own-api.ts";
import { problem } from "../../http/problem.ts";
import { objects } from "../../lib/objects.ts";
import { keyOf } from "../shared/call.ts";
import type { Call } from "./call.ts";
import { onlyFields } from "./fields.ts";
import { type GraphNumber, graphObjectId, ownObjectId } from "./objects.ts";

const TEMPLATES = "/v1/templates";
const PAGE = 100;
/** Meta lets most accounts have 250: clients that say no limit, and follow no page, see them all. */
const USUAL = 300;
/** What `summary` has of an account beside its templates here. */
const NO_COUNTS = { message_template_limit: 250, are_translations_complete: true };
const FIELDS = ["name", "parameter_format", "components", "language", "status", "category"];

/** `GET {waba_id}/message_templates`. Drafts are not at Meta yet, and are left out. */
export async function listTemplates(call: Call, id: string, [number]: readonly GraphNumber[]) {
  const { query } = call;
  const most = limitOf(query.limit);
  const wanted = {
    ...{ channel_id: number?.channelId, name: query.name, language: query.language },
    ...{ status: query.status?.toLowerCase(), category: query.category?.toUpperCase() },
  };
  const data: ApiRecord[] = [];
  let after = query.after;
  do {
    const limit = Math.min(PAGE, most - data.length);
    const page = await call.api.get(TEMPLATES, { ...wanted, limit, cursor: after });
    data.push(...objects(page.data));
    after = ((page.meta as ApiRecord).next_cursor as string | null) ?? undefined;
  } while (after !== undefined && data.length < most);
  const shown = data.filter(({ status }) => status !== "draft").map(templateOf);
  const counts = { total_count: shown.length, message_template_count: shown.length };
  return {
    ...(query.summary === undefined ? {} : { summary: { ...counts, ...NO_COUNTS } }),
    data: shown.map((template) => onlyFields(template, query, FIELDS)),
    paging: pagingOf(call, id, after),
  };
}

function limitOf(limit: string | undefined): number {
  const most = limit === undefined ? USUAL : Number(limit);
  if (!Number.isInteger(most) || most < 1)
    throw problem(422, "invalid_request", "limit: expected a number above 0");
  return Math.min(most, USUAL);
}

function pagingOf({ base, query }: Call, id: string, after: string | undefined) {
  const cursors = { before: query.after ?? "", after: after ?? "" };
  if (after === undefined) return { cursors };
  // as at Meta, with the token that came in the query: clients follow it as it is (Chatwoot does)
  const given = Object.entries({ ...query, after }).filter(
    (one): one is [string, string] => one[1] !== undefined,
  );
  return { cursors, next: `${base}/${id}/message_templates?${new URLSearchParams(given)}` };
}

/** `GET {template_id}`. */
export async function showTemplate({ api, query }: Call, id: string) {
  return onlyFields(templateOf(await api.get(`${TEMPLATES}/${ownObjectId(id)}`)), query, FIELDS);
}

/**
 * `POST {waba_id}/message_templates`: kept here, and submitted. What Meta refuses is not kept, unless the request has a key
 * and may succeed when it is repeated.
 */
export async function createTemplate({ api, body, request }: Call, [number]: readonly GraphNumber[]) {
  const { name, language, category, parameter_format, components, optimization_spec } = body;
  const sent = {
    ...{ channel_id: number?.channelId, name, language, category, components, optimization_spec },
    parameter_format: typeof parameter_format === "string" ? parameter_format.toUpperCase() : undefined,
  };
  const key = request.headers.get("idempotency-key") ?? undefined;
  const { id } = await api.post(TEMPLATES, sent, key);
  try {
    const submitted = await api.post(`${TEMPLATES}/${id}/submit`, {}, keyOf({ key }, "submit"));
    const { category } = submitted;
    return { id: graphObjectId(String(id)), status: statusOf(submitted), category };
  } catch (cause) {
    const isKept = key !== undefined && cause instanceof Refused && isForLater(cause);
    if (!isKept) await api.remove(`${TEMPLATES}/${id}`);
    throw cause;
  }
}

function isForLater({ status }: Refused): boolean {
  return status === 429 || status >= 500;
}

/** `POST {template_id}`: an edit. */
export async function editTemplate({ api, body }: Call, id: string) {
  const { category, components, parameter_format, optimization_spec } = body;
  const path = `${TEMPLATES}/${ownObjectId(id)}`;
  await api.ask("PATCH", path, { body: { category, components, parameter_format, optimization_spec } });
  await api.post(`${path}/submit`);
  return { success: true };
}

/** `DELETE {waba_id}/message_templates`: one by `hsm_id`, or all of a name. */
export async function deleteTemplates({ api, query }: Call, [number]: readonly GraphNumber[]) {
  const hsm_id = query.hsm_id === undefined ? undefined : ownObjectId(query.hsm_id);
  const name = query.name ?? (hsm_id === undefined ? undefined : await nameOf(api, hsm_id));
  if (name === undefined) throw problem(422, "invalid_request", "name: required, or hsm_id");
  const listed = await api.get(TEMPLATES, { channel_id: number?.channelId, name, limit: PAGE });
  const meant = objects(listed.data).filter(({ id }) => hsm_id === undefined || id === hsm_id);
  if (meant.length === 0) throw problem(422, "template_not_found", "there is no such template");
  for (const { id } of meant) await api.remove(`${TEMPLATES}/${id}`);
  return { success: true };
}

async function nameOf(api: Call["api"], id: string): Promise<unknown> {
  if (!isTemplateId(id)) throw problem(422, "template_not_found", "there is no such template");
  return (await api.get(`${TEMPLATES}/${id}`)).name;
}

/** Whether an id is one of a template. */
export function isTemplateId(id: string): boolean {
  return /^tpl_\w{1,60}$/.test(ownObjectId(id));
}

function templateOf(template: ApiRecord): ApiRecord {
  const { quality, rejected_reason, updated_at } = template;
  const date = Math.floor(Date.parse(String(updated_at)) / 1000);
  return {
    ...template,
    id: graphObjectId(String(template.id)),
    status: statusOf(template),
    quality_score: { score: quality ?? "UNKNOWN", date },
    rejected_reason: rejected_reason ?? "NONE",
  };
}

function statusOf({ status }: ApiRecord): string {
  return String(status).toUpperCase();
}
