import type { DocumentDecoration } from "elysia";
import type { DescribedRoute } from "./openapi.ts";

/**
 * How a route takes a body that is not JSON: `stream`, as it comes, because it
 * may be larger than memory; `bytes`, because a signature over them is checked
 * before they are parsed.
 */
export type BodyKind = "stream" | "bytes";

/** Where it is kept among what is said of the route. */
export const BODY_KIND = "x-body-kind";

/** The `detail` of a route that takes such a body. */
export function withBodyKind(kind: BodyKind): DocumentDecoration {
  return Object.fromEntries([[BODY_KIND, kind]]);
}

/** Looks up how a route takes its body; undefined is JSON. Asks for the routes when the first body comes: then all are there. */
export function createBodyKinds(
  routes: () => readonly DescribedRoute[],
): (method: string, path: string) => unknown {
  let kinds: ReadonlyMap<string, unknown> | null = null;
  return (method, path) => {
    kinds ??= new Map(routes().map((route) => [`${route.method} ${route.path}`, kindOf(route)]));
    return kinds.get(`${method} ${path}`);
  };
}

function kindOf({ hooks }: DescribedRoute): unknown {
  const { detail } = hooks;
  return typeof detail === "object" && detail !== null && BODY_KIND in detail ? detail[BODY_KIND] : undefined;
}
