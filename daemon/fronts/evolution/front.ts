import { STATUS_CODES } from "node:http";
import type { FrontShape } from "../../http/inside/front.ts";
import type { Problem } from "../../http/problem.ts";
import type { Front } from "../front.ts";
import { frontRoutes } from "../shared/routes.ts";
import { ROUTES } from "./routes.ts";

const shape: FrontShape = {
  prefix: "/compat/evolution/",
  keyOf: ({ headers }) => headers.get("apikey"),
  refusal,
};

/** Evolution's API, version 2: an instance is a channel, and `apikey` one of its organisation's keys. */
export const evolution: Front = {
  ...shape,
  routes: (http, dependencies) => frontRoutes(http, dependencies, shape, ROUTES),
};

/** A refusal as Evolution says it, whose word for a wrong request is 400. Our code is beside it. */
function refusal({ status: given, code, detail, extras }: Problem, requestId: string): Response {
  const status = given === 422 ? 400 : given;
  const message = extras.hint === undefined ? [detail] : [detail, extras.hint];
  return Response.json(
    { status, error: STATUS_CODES[status] ?? "Error", response: { message, code } },
    { status, headers: { "x-request-id": requestId, ...extras.headers } },
  );
}
