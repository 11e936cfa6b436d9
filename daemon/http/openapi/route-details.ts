import type { DescribedRoute } from "./openapi.ts";

/** The `detail` of a route, by name. */
export type RouteDetail = Readonly<Record<string, unknown>>;

const NONE: RouteDetail = {};

/** Looks up the `detail` of a route. Asks for the routes when the first request comes: then all are there. */
export function createRouteDetails(
  routes: () => readonly DescribedRoute[],
): (method: string, path: string) => RouteDetail {
  let details: ReadonlyMap<string, RouteDetail> | null = null;
  return (method, path) => {
    details ??= new Map(routes().map((route) => [`${route.method} ${route.path}`, detailOf(route)]));
    return details.get(`${method} ${path}`) ?? NONE;
  };
}

function detailOf({ hooks }: DescribedRoute): RouteDetail {
  const { detail } = hooks;
  return typeof detail === "object" && detail !== null ? { ...detail } : NONE;
}
