import type { FieldError } from "../problem.ts";
import { UNAUTHORIZED } from "../unauthorized.ts";
import {
  askedTooOften,
  BODY_TOO_SLOW,
  bodyTooLarge,
  DATABASE_UNREACHABLE,
  INVALID_JSON,
  KEY_OR_ORGANISATION,
  OUR_MISTAKE,
  SEND_JSON,
} from "./details.ts";

/** The documentation of an error response. */
export type ErrorText = {
  title: string;
  description: string;
  detail: string;
  code: string;
  hint?: string;
  errors?: FieldError[];
};

/** The errors that routes share, by status. */
export const ERRORS: Record<number, ErrorText> = {
  400: {
    title: "Bad Request",
    description: "Not JSON, not UTF-8, or nested too deeply",
    code: "invalid_json",
    detail: INVALID_JSON,
  },
  401: {
    title: "Unauthorized",
    description: "No valid API key",
    ...UNAUTHORIZED,
  },
  403: {
    title: "Forbidden",
    description: "The key lacks the permission that is named",
    code: "missing_permission",
    detail: "this key lacks the permission messages:send",
  },
  404: {
    title: "Not Found",
    description: "Not found in this organisation",
    code: "not_found",
    detail: "not found",
  },
  408: {
    title: "Request Timeout",
    description: "The body did not arrive in time",
    code: "request_timeout",
    detail: BODY_TOO_SLOW,
  },
  409: {
    title: "Conflict",
    description: "Conflicts with what exists",
    code: "conflict",
    detail: "this phone number already has a channel",
  },
  413: {
    title: "Content Too Large",
    description: "Larger than 1 MiB",
    code: "body_too_large",
    detail: bodyTooLarge(1_048_576),
  },
  415: {
    title: "Unsupported Media Type",
    description: "Not application/json",
    code: "unsupported_media_type",
    detail: SEND_JSON,
  },
  416: {
    title: "Range Not Satisfiable",
    description: "Outside the file; Content-Range has its size",
    code: "range_not_satisfiable",
    detail: "the file has 51200 bytes",
  },
  422: {
    title: "Unprocessable Entity",
    description: "Well-formed but invalid; `errors` names each path",
    code: "invalid_request",
    detail: "/to: required",
    errors: [{ path: "/to", message: "required" }],
  },
  429: {
    title: "Too Many Requests",
    description:
      "Too many requests, in the last seconds (`rate_limited`) or at once (`too_many_at_once`); see Retry-After and RateLimit",
    code: "rate_limited",
    detail: askedTooOften(KEY_OR_ORGANISATION, 4),
  },
  500: {
    title: "Internal Server Error",
    description: "A bug in Waypost; the log says more under the request id",
    code: "internal_error",
    detail: OUR_MISTAKE,
  },
  503: {
    title: "Service Unavailable",
    description:
      "The database is unavailable (`database_unavailable`), full (`database_full`) or busy, or files can't be stored (`storage_unavailable`), or a new master key has not been read yet (`master_key_missing`); see Retry-After",
    code: "database_unavailable",
    detail: DATABASE_UNREACHABLE,
  },
  507: {
    title: "Insufficient Storage",
    description: "The organisation's files take all the space that they may",
    code: "quota_exceeded",
    detail: "the files of this organisation may take 10 GB, which is used up",
  },
};
