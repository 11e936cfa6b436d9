import type { DocumentDecoration } from "elysia";
import { type TSchema, Type } from "../../lib/typebox.ts";
import { listOf } from "../paging.ts";
import { ERRORS, type ErrorText } from "./documented-errors.ts";

/** The body of every error response (RFC 9457). */
export const ProblemSchema = Type.Object(
  {
    title: Type.String(),
    status: Type.Integer(),
    detail: Type.String({ description: "The error in words" }),
    code: Type.String({ description: "The error as a stable code" }),
    request_id: Type.Optional(Type.String({ description: "Finds the request in the log" })),
    hint: Type.Optional(Type.String({ description: "How to mend it" })),
    errors: Type.Optional(
      Type.Array(Type.Object({ path: Type.String(), message: Type.String() }), {
        description: "Each invalid field of the request, as a JSON pointer",
      }),
    ),
  },
  { title: "Problem", additionalProperties: true },
);

type SuccessResponse = {
  description: string;
  schema?: TSchema;
  mediaType?: string;
  example?: unknown;
  others?: OtherTypes;
};

/** Media types that the same may be in beside the first. */
type OtherTypes = Record<string, { schema: TSchema; example: unknown }>;

/** What a route says of itself. */
export type Documented = {
  /** The operation's name in generated clients; unique, and never changed. */
  operation: string;
  summary: string;
  description?: string;
  /** Error statuses beside those that the route's key, body, query and path make possible, and those with other words. */
  errors?: number[];
  /** Other words for an error of this route. */
  wording?: Record<number, Partial<ErrorText>>;
  /** What a 200 shows: one thing, by the title of its schema. */
  shows?: TSchema;
  /** What a 200 lists, newest first. */
  lists?: TSchema;
  /** What a 201 has created. */
  creates?: TSchema;
  /** Other responses that are no problems, by status. */
  responses?: Record<number, SuccessResponse>;
  /** The documented body, when it says more than the schema that checks it. */
  body?: { schema: TSchema; examples?: Record<string, unknown>; mediaType?: string; others?: OtherTypes };
  /** Whether a POST keeps no response for an `Idempotency-Key`: it changes nothing, or can be done once only. */
  keepsNothing?: boolean;
  /** Whether the route needs no key. */
  open?: boolean;
  /** Headers and other parameters that no schema of the route declares. */
  parameters?: NonNullable<DocumentDecoration["parameters"]>;
};

/**
 * The `detail` of a route for the OpenAPI document. What follows from the
 * route's schemas and permission is added when the document is made.
 */
export function documented({
  operation,
  summary,
  description,
  errors = [],
  wording = {},
  body,
  keepsNothing = false,
  open = false,
  parameters,
  ...successes
}: Documented): DocumentDecoration {
  const worded = Object.keys(wording).map(Number);
  const statuses = [...errors, ...worded, ...(open ? [500] : [401, 403, 429, 500, 503])];
  return {
    operationId: operation,
    summary,
    ...(description === undefined ? {} : { description }),
    responses: {
      ...Object.fromEntries(statuses.map((status) => [status, failure(status, wording[status])])),
      ...Object.fromEntries(
        Object.entries(responsesOf(successes)).map(([status, response]) => [status, success(response)]),
      ),
    },
    ...(body === undefined ? {} : { requestBody: requestBody(body) }),
    ...(parameters === undefined ? {} : { parameters }),
    ...(keepsNothing ? Object.fromEntries([[KEEPS_NOTHING, true]]) : {}),
    security: open ? [] : Object.keys(SECURITY_SCHEMES).map((name) => ({ [name]: [] })),
  };
}

/** Such as `The quick reply` for a 200 that shows a `QuickReply`. */
function responsesOf({ shows, lists, creates, responses = {} }: Partial<Documented>) {
  const words = (title: string) => title.replaceAll(/\B[A-Z]/g, (letter) => ` ${letter}`).toLowerCase();
  return {
    ...(shows === undefined
      ? {}
      : { 200: { description: `The ${words(shows.title ?? "")}`, schema: shows } }),
    ...(lists === undefined ? {} : { 200: { description: "Newest first", schema: listOf(lists) } }),
    ...(creates === undefined ? {} : { 201: { description: "Created", schema: creates } }),
    ...responses,
  };
}

/** How a caller says who they are: any one of these is enough. */
export const SECURITY_SCHEMES = {
  apiKey: {
    type: "apiKey",
    in: "header",
    name: "X-Api-Key",
    description: "Create one with `waypost keys create`",
  },
  bearer: {
    type: "http",
    scheme: "bearer",
    description: "The token of a user's login; at /mcp and /metrics also an API key",
  },
  cookie: {
    type: "apiKey",
    in: "cookie",
    name: "waypost_session",
    description:
      "The same token, as the login sets it (`__Host-waypost_session` over https). Requests that change something have to come from a page of the same host.",
  },
};

/** Where it is kept that a route changes nothing, until the document is made. */
export const KEEPS_NOTHING = "x-keeps-nothing";

/** Where a route's needed permission is kept until the document is made. */
export const PERMISSION = "x-permission";

/** The `detail` of every route that needs a permission. */
export function withPermission(permission: string): DocumentDecoration {
  return Object.fromEntries([[PERMISSION, permission]]);
}

/** An error response of the document, with an example. */
export function failure(status: number, other: Partial<ErrorText> = {}) {
  const shared = ERRORS[status];
  const { title, description, detail, code, errors } = { ...shared, ...other };
  // a hint belongs to its own detail
  const { hint } = (other.detail === undefined ? shared : other) ?? {};
  const example = {
    title,
    status,
    detail,
    code,
    request_id: "01937d0c-8a51-7cc3-9d0e-8f2b6f0e2a11",
    ...(hint === undefined ? {} : { hint }),
    ...(errors === undefined ? {} : { errors }),
  };
  const schema: TSchema = ProblemSchema;
  return {
    description: description ?? "Error",
    content: { "application/problem+json": { schema, example } },
  };
}

/** The body of every error response about contacts. */
const CodeShapeSchema: TSchema = Type.Object(
  {
    error: Type.String({ description: "The error in words" }),
    code: Type.String({ description: "The error as a stable code" }),
    hint: Type.Optional(Type.String({ description: "How to mend it" })),
    errors: Type.Optional(
      Type.Array(Type.Object({ path: Type.String(), message: Type.String() }), {
        description: "Each invalid field of the request, as a JSON pointer",
      }),
    ),
  },
  { title: "ContactError", additionalProperties: true },
);

/** An error response of the document in the code shape; any other response as it is. */
export function inCodeShape(response: unknown): unknown {
  const { description, content } = response as Partial<ReturnType<typeof failure>>;
  const problem = content?.["application/problem+json"]?.example;
  if (problem === undefined) return response;
  const { title, status, detail, code, hint, errors } = problem;
  const example = {
    error: detail,
    code,
    ...(status === 401 ? { title, status, detail } : {}),
    ...(hint === undefined ? {} : { hint }),
    ...(errors === undefined ? {} : { errors }),
  };
  return { description, content: { "application/json": { schema: CodeShapeSchema, example } } };
}

function success({ description, schema, mediaType = "application/json", example, others }: SuccessResponse) {
  if (schema === undefined) return { description };
  return {
    description,
    content: { [mediaType]: { schema, ...(example === undefined ? {} : { example }) }, ...others },
  };
}

function requestBody({
  schema,
  examples,
  mediaType = "application/json",
  others,
}: NonNullable<Documented["body"]>) {
  const named = Object.entries(examples ?? {}).map(([name, value]) => [name, { value }]);
  return {
    required: true,
    content: {
      [mediaType]: { schema, ...(examples ? { examples: Object.fromEntries(named) } : {}) },
      ...others,
    },
  };
}
