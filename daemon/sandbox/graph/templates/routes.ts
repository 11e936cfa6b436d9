import { isObject } from "../../../lib/objects.ts";
import { type GraphFailure, noSuchObject, parameterError } from "../http/errors.ts";
import { type Exchange, no, ok, readJson } from "../http/exchange.ts";
import { pageOf } from "../http/pages.ts";
import { createValidator } from "../http/validate.ts";
import { countEdit, editFailure } from "./edits.ts";
import { fieldsResponse } from "./fields.ts";
import { handleFailure } from "./handles.ts";
import { definitionFailure, type NewTemplate, newTemplate } from "./rules.ts";
import type { Template, TemplateDefinition } from "./store.ts";
import { kindOf, withSubcode } from "./text.ts";

/** `GET /{waba_id}/message_templates?name=&status=&fields=&limit=&after=` */
export function listTemplates(exchange: Exchange): Response {
  const { searchParams } = exchange.url;
  const name = searchParams.get("name");
  const status = searchParams.get("status");
  const found = exchange.world.templates
    .of(exchange.id)
    .filter(
      (template) =>
        (name === null || template.name.includes(name)) && (status ?? template.status) === template.status,
    );
  const page = pageOf(exchange, found);
  if ("code" in page) return no(exchange, page);
  return fieldsResponse(exchange, page.data, (data) => ({ data, paging: page.paging }));
}

/** `GET /{template_id}?fields=` */
export function getTemplate(exchange: Exchange, template: Template): Response {
  return fieldsResponse(exchange, [template], ([only]) => only);
}

const created = createValidator(newTemplate);

/** `POST /{waba_id}/message_templates`: a template in review. */
export async function createTemplate(exchange: Exchange): Promise<Response> {
  const { world, id } = exchange;
  const body = await readJson(exchange.request);
  if (!created.is(body)) return no(exchange, created.explain(body, ""));
  const wrong = definitionFailure(body) ?? handleFailure(world, body.components) ?? taken(exchange, body);
  if (wrong !== null) return no(exchange, wrong);
  const template = world.templates.put(definitionOf(body), {
    wabaId: id,
    parameterFormat: body.parameter_format?.toUpperCase() === "NAMED" ? "NAMED" : "POSITIONAL",
    lifetime: body.message_send_ttl_seconds,
  });
  world.reviewer.submit(template, id);
  return ok(exchange, { id: template.id, status: template.status, category: template.category });
}

/** `POST /{template_id}`: an edit, which is reviewed again. */
export async function editTemplate(exchange: Exchange, template: Template): Promise<Response> {
  const { world } = exchange;
  const body = await readJson(exchange.request);
  const given = isObject(body) ? body : {};
  const components = given.components ?? template.components;
  const category = given.category ?? template.category;
  const unfit = editFailure(template, category);
  if (unfit !== null) return no(exchange, unfit);
  const { wabaId, parameterFormat } = template;
  const spec = given.optimization_spec ?? template.optimization_spec;
  const definition = {
    ...{ name: template.name, language: template.language, category, components },
    parameter_format: parameterFormat,
    ...(spec === undefined ? {} : { optimization_spec: spec }),
    ...(given.message_send_ttl_seconds === undefined
      ? {}
      : { message_send_ttl_seconds: given.message_send_ttl_seconds }),
  };
  if (!created.is(definition)) return no(exchange, created.explain(definition, ""));
  const wrong = definitionFailure(definition) ?? handleFailure(world, definition.components);
  if (wrong !== null) return no(exchange, wrong);
  const edits = countEdit(template);
  const edited = world.templates.put(definitionOf(definition), {
    ...{ wabaId, parameterFormat, edits },
    lifetime: definition.message_send_ttl_seconds ?? template.lifetime,
  });
  world.reviewer.submit(edited, wabaId ?? firstAccount(exchange));
  return ok(exchange, { success: true });
}

/** `DELETE /{waba_id}/message_templates?name=&hsm_id=`: one language with `hsm_id`, all without. */
export function deleteTemplates(exchange: Exchange): Response {
  const { world, url, id } = exchange;
  const name = url.searchParams.get("name");
  const hsmId = url.searchParams.get("hsm_id");
  if (name === null) return no(exchange, parameterError("The parameter name is required."));
  const found = world.templates
    .of(id)
    .filter((template) => template.name === name && (hsmId ?? template.id) === template.id);
  if (found.length === 0) return no(exchange, noSuchObject("DELETE", hsmId ?? name));
  for (const template of found) world.templates.remove(template);
  return ok(exchange, { success: true });
}

function taken({ world }: Exchange, { name, language }: NewTemplate): GraphFailure | null {
  return world.templates.get(name, language) === undefined
    ? null
    : withSubcode(2388024, "There is already content in this language for this template.");
}

/** Meta keeps the types of components and buttons in upper case, however they came. */
function definitionOf({
  name,
  language,
  category,
  components,
  optimization_spec,
}: NewTemplate): TemplateDefinition {
  const upper = (part: Record<string, unknown>) => ({ ...part, type: kindOf(part) });
  const stored = components.map((part) => ({
    ...upper(part),
    ...(typeof part.format === "string" ? { format: part.format.toUpperCase() } : {}),
    ...(Array.isArray(part.buttons) ? { buttons: part.buttons.filter(isObject).map(upper) } : {}),
  }));
  const parts = stored as TemplateDefinition["components"];
  return { name, language, category, components: parts, ...(optimization_spec && { optimization_spec }) };
}

function firstAccount({ world }: Exchange): string {
  return world.phones.values().next().value?.wabaId ?? "";
}
