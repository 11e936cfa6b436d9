import { pathOf } from "./address.ts";
import { type Problem, problem } from "./problem.ts";

/** A route as Elysia lists it: `:name` and `*` stand for parts of the path. */
export type Route = { method: string; path: string };

/** The problem of a request no route took: 405 with `Allow` when its path has other methods, else 404. */
export function unknownRoute(routes: readonly Route[], request: Request): Problem {
  const path = pathOf(request.url);
  const matching = routes.filter((route) => matches(route.path, path));
  if (matching.length === 0) {
    return problem(404, "not_found", "no such path; the API is described at /docs");
  }
  const fewest = Math.min(...matching.map((route) => placeholders(route.path)));
  return notAllowed(matching.filter((route) => placeholders(route.path) === fewest));
}

/**
 * Refuses a method that a path with a word in place of an id does not take. Elysia would look on, and take
 * `contacts/lookup` for the contact whose id is "lookup". Throws 405.
 */
export function createMethodGuard(routes: () => readonly Route[]): (request: Request) => void {
  let findKnown: ((path: string) => readonly Route[]) | null = null;
  return ({ method, url }) => {
    findKnown ??= wordFinder(routes());
    const known = findKnown(pathOf(url));
    if (known.length === 0 || known.some((route) => takes(route, method))) return;
    throw notAllowed(known);
  };
}

/** Finds the routes of a path of words alone, and of one with ids that ends in a word where others have an id. */
function wordFinder(routes: readonly Route[]): (path: string) => readonly Route[] {
  const plain = Map.groupBy(
    routes.filter(({ path }) => placeholders(path) === 0),
    ({ path }) => path,
  );
  const ending = routes.filter(
    (route) => placeholders(route.path) > 0 && routes.some((other) => isWiderThan(other, route)),
  );
  return (path) => plain.get(path) ?? ending.filter((route) => matches(route.path, path));
}

/** Whether all that one route takes would be another's as well. */
function isWiderThan(other: Route, route: Route): boolean {
  return placeholders(other.path) > placeholders(route.path) && matches(other.path, route.path);
}

function notAllowed(routes: readonly Route[]): Problem {
  const allow = methodsOf(routes).join(", ");
  return problem(405, "method_not_allowed", `this path allows ${allow}`, { headers: { allow } });
}

function takes(route: Route, method: string): boolean {
  return route.method === method || (route.method === "GET" && method === "HEAD");
}

/** Routes with GET take HEAD, too. */
function methodsOf(routes: readonly Route[]): string[] {
  const methods = new Set(routes.map((route) => route.method));
  if (methods.has("GET")) methods.add("HEAD");
  return [...methods].sort();
}

function matches(pattern: string, path: string): boolean {
  const wanted = partsOf(pattern);
  const given = partsOf(path);
  return (
    wanted.length === given.length &&
    wanted.every((part, index) => isPlaceholder(part) || part === given[index])
  );
}

function placeholders(pattern: string): number {
  return partsOf(pattern).filter(isPlaceholder).length;
}

function isPlaceholder(part: string): boolean {
  return part.startsWith(":") || part === "*";
}

/** The parts of a path; a slash at its end makes no difference. */
function partsOf(path: string): string[] {
  return path.replace(/\/$/, "").split("/");
}
