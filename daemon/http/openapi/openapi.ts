import { registerSchemaPath } from "@elysiajs/swagger/utils";
import type { HTTPMethod } from "elysia";
import { isObject } from "../../lib/objects.ts";
import { BODY_KIND } from "../body/body-kinds.ts";
import { isCodeShaped } from "../code-shape.ts";
import { idempotencyHeader } from "../once/once.ts";
import { failure, inCodeShape, KEEPS_NOTHING, PERMISSION } from "./documentation.ts";
import { ERRORS } from "./documented-errors.ts";
import { exampleOf, type Node, tidySchema } from "./schema.ts";
import { tagsOf } from "./tags.ts";

/** A route as Elysia lists it: its schemas and its `detail` are among the hooks. */
export type DescribedRoute = { method: string; path: string; hooks: Node };

/** Path → method → operation. */
export type Paths = Record<string, Record<string, Node>>;

/**
 * The operations of all routes that are not hidden, for an OpenAPI 3.1
 * document, with an example of each body. Schemas that have a title are put
 * into `named`.
 */
export function describeRoutes(routes: readonly DescribedRoute[], named: Node): Paths {
  const paths: Paths = {};
  for (const route of routes) {
    if (detailOf(route).hide === true) continue;
    const [path, operation] = describe(route, named);
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation };
  }
  return paths;
}

function describe(route: DescribedRoute, named: Node): [path: string, operation: Node] {
  const converted: Paths = {};
  registerSchemaPath({
    schema: converted,
    path: route.path,
    method: route.method as HTTPMethod,
    // Without a parser the plugin would list types that are refused; `detail` would hide the parameters.
    hook: { ...route.hooks, parse: ["application/json"], detail: {} },
    models: {},
  });
  const [[path, methods] = ["", {}]] = Object.entries(converted);
  const operation = methods[route.method.toLowerCase()] ?? {};
  return [path.replace(/(?<=.)\/$/, ""), finish(route, operation, named)];
}

function finish(route: DescribedRoute, converted: Node, named: Node): Node {
  const {
    [PERMISSION]: permission,
    [BODY_KIND]: _bodyKind,
    [KEEPS_NOTHING]: _keepsNothing,
    responses,
    requestBody,
    parameters,
    description,
    ...detail
  } = detailOf(route);
  const body = withoutClosing(requestBody ?? converted.requestBody);
  const shaped = isCodeShaped(route.path) ? inCodeShape : (response: unknown) => response;
  const repeatable = isRepeatable(route, permission) ? [idempotencyHeader] : [];
  const all = [...listOf(parameters), ...repeatable, ...listOf(converted.parameters)].map((one) =>
    parameter(one, named),
  );
  const text = [description, neededText(permission)].filter(Boolean).join("\n\n");
  return {
    tags: tagsOf(route.path),
    ...detail,
    ...(text === "" ? {} : { description: text }),
    ...(all.length === 0 ? {} : { parameters: all }),
    ...(isObject(body) ? { requestBody: withContent(body, named) } : {}),
    responses: Object.fromEntries(
      Object.entries({
        ...impliedFailures(route, permission),
        431: TOO_LONG,
        ...(isObject(responses) ? responses : {}),
      }).map(([status, response]) => [
        status,
        withContent(shaped(status === "403" ? forPermission(response, permission) : response), named),
      ]),
    ),
  };
}

function detailOf({ hooks }: DescribedRoute): Node {
  return isObject(hooks.detail) ? hooks.detail : {};
}

function listOf(value: unknown): Node[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** Whether an `Idempotency-Key` has a meaning: it is kept for an organisation, and logins and previews have none to keep. */
function isRepeatable(route: DescribedRoute, permission: unknown): boolean {
  const isKnown = permission !== undefined && permission !== "any";
  return route.method === "POST" && isKnown && detailOf(route)[KEEPS_NOTHING] !== true;
}

/** The errors that follow from what the route checks. */
function impliedFailures(route: DescribedRoute, permission: unknown): Node {
  const { hooks } = route;
  const checked = [hooks.body, hooks.query, hooks.params].filter(isObject);
  const statuses = [
    ...(isObject(hooks.body) ? [400, 408, 413, 415] : []),
    ...(isRepeatable(route, permission) ? [409, 422] : []),
    ...(checked.length > 0 ? [422] : []),
    ...(route.path.includes(":") ? [404] : []),
  ];
  return Object.fromEntries(statuses.map((status) => [status, failure(status, wordingOf(status, checked))]));
}

/** The example of 422 names a field that the route has. */
function wordingOf(status: number, [schema]: Node[]) {
  if (status === 409) return RUNNING;
  if (status !== 422 || schema === undefined) return {};
  const [required] = Array.isArray(schema?.required) ? schema.required : [];
  const [field] = Object.keys(isObject(schema?.properties) ? schema.properties : {});
  const message = required === undefined ? "not valid" : "required";
  const path = `/${required ?? field}`;
  return { detail: `${path}: ${message}`, errors: [{ path, message }] };
}

/** The server refuses it before there is a request, so without a problem. */
const TOO_LONG = { description: "The request line and headers are larger than 16 KiB; there is no body" };

const RUNNING = {
  description: "A request with the same Idempotency-Key is still running",
  code: "idempotency_in_progress",
  detail: "a request with this Idempotency-Key is still running",
};

function neededText(permission: unknown): string | undefined {
  if (permission === undefined) return undefined;
  return permission === "any" ? "Needs a login or a key." : `Needs the permission \`${permission}\`.`;
}

/** The example of 403 names the permission that the route needs. */
function forPermission(response: unknown, permission: unknown): unknown {
  if (permission === undefined || permission === "any") return response;
  const { description } = ERRORS[403] ?? {};
  return failure(403, {
    ...(description === undefined ? {} : { description }),
    detail: `this key lacks the permission ${permission}`,
  });
}

/**
 * Elysia closes the schema of a body when its route is first used, in place, and leaves out what that does
 * not name instead of refusing it. The document says neither, whenever it is made.
 */
function withoutClosing(body: unknown): unknown {
  if (!isObject(body) || !isObject(body.content)) return body;
  const content = Object.entries(body.content).map(([type, media]) => [type, withOpenSchema(media)]);
  return { ...body, content: Object.fromEntries(content) };
}

function withOpenSchema(media: unknown): unknown {
  if (!isObject(media) || !isObject(media.schema) || media.schema.additionalProperties !== false)
    return media;
  const { additionalProperties: _, ...schema } = media.schema;
  return { ...media, schema };
}

function parameter({ description, examples, schema, ...rest }: Node, named: Node): Node {
  return {
    ...rest,
    ...(description === undefined ? {} : { description }),
    schema: withBoolean(tidySchema(schema, named)),
  };
}

/** A query has only texts: what is `true` or `false` in it is a boolean to clients. */
function withBoolean({ enum: values, ...schema }: Node): Node {
  if (Array.isArray(values) && Bun.deepEquals(values, ["true", "false"]))
    return { ...schema, type: "boolean" };
  return values === undefined ? schema : { ...schema, enum: values };
}

/** A request or a response with its schemas tidied and, unless it has one, an example of each. */
function withContent(message: unknown, named: Node): Node {
  if (!isObject(message)) return {};
  if (!isObject(message.content)) return message;
  const content = Object.entries(message.content).map(([type, media]) => [
    type,
    withExample(isObject(media) ? media : {}, named),
  ]);
  return { ...message, content: Object.fromEntries(content) };
}

function withExample(media: Node, named: Node): Node {
  const { schema, ...rest } = media;
  const example = "example" in rest || "examples" in rest ? {} : { example: exampleOf(schema) };
  return { schema: tidySchema(schema, named), ...example, ...rest };
}
