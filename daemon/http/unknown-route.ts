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
 * Refuses a method that a path of plain words does not take. Elysia would look on, and take `contacts/lookup` for
 * the contact whose id is "lookup". Throws 405.
 */
export function createMethodGuard(routes: () => readonly Route[]): (request: Request) => void {
  let plain: ReadonlyMap<string, readonly Route[]> | null = null;
  return ({ method, url }) => {
    plain ??= plainPaths(routes());
    const known = plain.get(pathOf(url));
    if (known === undefined || methodsOf(known).includes(method)) return;
    throw notAllowed(known);
  };
}

function plainPaths(routes: readonly Route[]): ReadonlyMap<string, readonly Route[]> {
  return Map.groupBy(
    routes.filter(({ path }) => placeholders(path) === 0),
    ({ path }) => path,
  );
}

function notAllowed(routes: readonly Route[]): Problem {
  const allow = methodsOf(routes).join(", ");
  return problem(405, "method_not_allowed", `this path allows ${allow}`, { headers: { allow } });
}

/** What may be read can be asked for without its body, too. */
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
