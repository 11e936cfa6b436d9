import { jsonBody } from "../../graph/control/body.ts";
import { controlRefusal } from "../../graph/control/responses.ts";
import { Refusal } from "../faults/refusal.ts";
import type { ControlRoutes } from "../link.ts";

type Match = { methods: ControlRoutes[string]; parameters: Record<string, string> };

/** Answers a request to one of the routes; undefined when its path is none of them. */
export async function dispatch(
  request: Request,
  url: URL,
  routes: ControlRoutes,
): Promise<Response | undefined> {
  const match = findRoute(routes, url.pathname);
  if (match === undefined) return undefined;
  const handler = match.methods[request.method];
  if (handler === undefined) return controlRefusal(405, `use ${Object.keys(match.methods).join(" or ")}`);
  const hasBody = request.method !== "GET" && request.method !== "DELETE";
  const body = hasBody ? await jsonBody(request) : {};
  if (body === undefined) return controlRefusal(400, "the body must be JSON, sent as application/json");
  try {
    return await handler({ parameters: match.parameters, url, body });
  } catch (cause) {
    if (cause instanceof Refusal) return controlRefusal(cause.status, cause.message);
    throw cause;
  }
}

function findRoute(routes: ControlRoutes, path: string): Match | undefined {
  const given = path.split("/");
  for (const [pattern, methods] of Object.entries(routes)) {
    const parameters = matchPath(pattern.split("/"), given);
    if (parameters !== undefined) return { methods, parameters };
  }
  return undefined;
}

/** The values of the `{names}` in a pattern; undefined when the path is another. */
function matchPath(pattern: string[], path: string[]): Record<string, string> | undefined {
  if (pattern.length !== path.length) return undefined;
  const parameters: Record<string, string> = {};
  for (const [place, part] of pattern.entries()) {
    const given = path[place] ?? "";
    if (part.startsWith("{")) parameters[part.slice(1, -1)] = decode(given);
    else if (part !== given) return undefined;
  }
  return parameters;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
