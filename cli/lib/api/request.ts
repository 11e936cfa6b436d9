import type { RequestOf, Route } from "../../../daemon/start/types/routes.ts";
import packageJson from "../../../package.json" with { type: "json" };

/** A request as it goes out, the key excepted. */
export type PlannedRequest = {
  method: string;
  path: string;
  body: string | undefined;
  headers: Record<string, string>;
};

/** Method, path and body of a call; what --dry-run prints and what the client sends. */
export function planRequest<Name extends Route>(
  route: Name,
  request: RequestOf<Name>,
  idempotencyKey?: string,
): PlannedRequest {
  const [method = "GET", template = "/"] = route.split(" ");
  const body = "body" in request ? JSON.stringify(request.body) : undefined;
  return {
    method,
    path: fillPath(template, record(request, "path")) + queryString(record(request, "query")),
    body,
    headers: {
      accept: "application/json",
      "user-agent": `waypost-cli/${packageJson.version}`,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(method === "POST" ? { "idempotency-key": idempotencyKey ?? crypto.randomUUID() } : {}),
    },
  };
}

function record(request: object, member: "path" | "query"): Record<string, unknown> {
  const found = new Map<string, unknown>(Object.entries(request)).get(member);
  return typeof found === "object" && found !== null ? { ...found } : {};
}

/** The path of a route with its placeholders filled in. */
export function fillPath(template: string, values: Record<string, unknown>): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name])));
}

/** `?name=value&…` of what is defined; empty when nothing is. */
export function queryString(values: Record<string, unknown>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined) query.set(name, String(value));
  }
  return query.size === 0 ? "" : `?${query}`;
}
