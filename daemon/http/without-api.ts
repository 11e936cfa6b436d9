import { pathOf } from "./address.ts";
import { problem } from "./problem.ts";

/** Paths that a daemon of any role answers: probes and monitors call each daemon. */
const EVERYWHERE: readonly string[] = ["/v1/health", "/v1/ready", "/metrics"];

/** Makes the guard of a daemon without the role `api`, which throws 421 for all that is the API's. */
export function createApiGuard(roles: readonly string[]): (request: Request) => void {
  if (roles.includes("api")) return () => {};
  const detail = `this daemon does not serve the API: its role is ${roles.join(", ")}. Send requests to a daemon with the role api`;
  return ({ url }) => {
    if (!EVERYWHERE.includes(pathOf(url))) throw problem(421, "no_api_here", detail);
  };
}
