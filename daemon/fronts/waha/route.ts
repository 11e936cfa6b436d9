import type { Call } from "../shared/call.ts";
import type { Route } from "../shared/routes.ts";

/** A path below `/api`, as most of WAHA's are. */
export const route = (
  method: Route["method"],
  path: string,
  answer: (call: Call) => Promise<unknown>,
  status = 200,
) => ({ method, path: `/api/${path}`, answer, status }) as const;
