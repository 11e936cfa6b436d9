import { type TSchema, Type } from "@sinclair/typebox";
import type { DocumentDecoration } from "elysia";

/** The body of every error answer (RFC 9457). */
export const ProblemSchema = Type.Object(
  {
    title: Type.String(),
    status: Type.Integer(),
    detail: Type.String(),
    code: Type.String({ description: "Stable and machine-readable" }),
    request_id: Type.String(),
    errors: Type.Optional(Type.Array(Type.Object({ path: Type.String(), message: Type.String() }))),
  },
  { additionalProperties: true },
);

const ERRORS: Record<number, { description: string; title: string; detail: string; code: string }> = {
  400: {
    title: "Bad Request",
    description: "Not JSON, or nested too deeply",
    code: "invalid_json",
    detail: "the body is not valid JSON",
  },
  401: {
    title: "Unauthorized",
    description: "No valid API key",
    code: "unauthorized",
    detail: "invalid or missing API key",
  },
  403: {
    title: "Forbidden",
    description: "The key lacks the permission that is named",
    code: "missing_permission",
    detail: "this key lacks the permission messages:send",
  },
  404: {
    title: "Not Found",
    description: "No such thing in this organisation",
    code: "not_found",
    detail: "not found",
  },
  409: {
    title: "Conflict",
    description: "In conflict with what is there",
    code: "conflict",
    detail: "this phone number already has a channel",
  },
  413: {
    title: "Content Too Large",
    description: "Larger than 1 MiB",
    code: "body_too_large",
    detail: "the body is larger than 1048576 bytes",
  },
  415: {
    title: "Unsupported Media Type",
    description: "Not application/json",
    code: "unsupported_media_type",
    detail: "send the body as application/json",
  },
  422: {
    title: "Unprocessable Entity",
    description: "Well-formed, but not acceptable; `errors` names each path",
    code: "invalid_request",
    detail: "/to: required",
  },
  503: {
    title: "Service Unavailable",
    description: "The database is away; see Retry-After",
    code: "database_unavailable",
    detail: "the database is not reachable; try again shortly",
  },
};

type Documented = {
  tags: string[];
  summary: string;
  description?: string;
  /** Error statuses beside those that every authenticated route has. */
  errors?: number[];
  /** What a successful answer holds, by status. */
  answers: Record<number, { description: string; schema?: TSchema; mediaType?: string }>;
  /** Whether the route takes a JSON body. */
  body?: boolean;
  /** Whether the route needs no key. */
  open?: boolean;
  /** Headers and other parameters that no schema of the route declares. */
  parameters?: NonNullable<DocumentDecoration["parameters"]>;
};

/** The `detail` of a route for the OpenAPI document: its answers, its error answers, and how it is authenticated. */
export function documented({
  tags,
  summary,
  description,
  errors = [],
  answers,
  body = false,
  open = false,
  parameters,
}: Documented): DocumentDecoration {
  const statuses = [...(open ? [] : [401, 403]), ...(body ? [400, 413, 415, 422] : []), ...errors, 503];
  const responses = Object.fromEntries([
    ...Object.entries(answers).map(([status, answer]) => [status, success(answer)]),
    ...[...new Set(statuses)].sort((one, other) => one - other).map((status) => [status, failure(status)]),
  ]);
  return {
    tags,
    summary,
    ...(description === undefined ? {} : { description }),
    responses,
    ...(parameters === undefined ? {} : { parameters }),
    security: open ? [] : [{ apiKey: [] }],
  };
}

function success({ description, schema, mediaType = "application/json" }: Documented["answers"][number]) {
  return schema === undefined ? { description } : { description, content: { [mediaType]: { schema } } };
}

function failure(status: number) {
  const known = ERRORS[status];
  const example = {
    title: known?.title,
    status,
    detail: known?.detail,
    code: known?.code,
    request_id: "01937d0c-8a51-7cc3-9d0e-8f2b6f0e2a11",
  };
  return {
    description: known?.description ?? "Error",
    content: { "application/problem+json": { schema: ProblemSchema, example } },
  };
}
