import { STATUS_CODES } from "node:http";
import type { FrontShape } from "../../http/inside/front.ts";
import type { Problem } from "../../http/problem.ts";
import { type Front, keyInHeaders } from "../front.ts";
import { frontRoutes } from "../shared/routes.ts";
import { ROUTES } from "./routes.ts";

const shape: FrontShape = {
  prefix: "/compat/waha/",
  keyOf: (request) => keyInHeaders(request) ?? new URL(request.url).searchParams.get("x-api-key"),
  refusal,
};

/** WAHA's API: a session is a channel, and `X-Api-Key` one of its organisation's keys. */
export const waha: Front = {
  ...shape,
  routes: (http, dependencies) => frontRoutes(http, dependencies, shape, ROUTES),
};

/** A refusal as WAHA says it; our code, and how to mend it, are beside it. */
function refusal(
  { status: statusCode, code, detail: message, extras }: Problem,
  requestId: string,
): Response {
  const { hint, headers } = extras;
  const body = { statusCode, message, error: STATUS_CODES[statusCode] ?? "Error", code, hint };
  return Response.json(body, { status: statusCode, headers: { "x-request-id": requestId, ...headers } });
}
