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
  const patterns = [...Map.groupBy(routes, ({ path }) => path)].map(([path, those]) =>
    patternOf(path, those),
  );
  const plain = new Map(patterns.filter(({ ids }) => ids === 0).map(({ path, those }) => [path, those]));
  const sameLength = Map.groupBy(patterns, ({ parts }) => parts.length);
  const ending = patterns.filter(
    ({ ids, parts }) =>
      ids > 0 && sameLength.get(parts.length)?.some((other) => other.ids > ids && fits(other.parts, parts)),
  );
  return (path) => {
    const known = plain.get(path);
    if (known !== undefined) return known;
    const given = partsOf(path);
    return ending.filter(({ parts }) => fits(parts, given)).flatMap(({ those }) => those);
  };
}

/** The routes of one path, with the path's parts and how many of them stand for ids. */
function patternOf(path: string, those: readonly Route[]) {
  const parts = partsOf(path);
  return { path, those, parts, ids: parts.filter(isPlaceholder).length };
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
  return fits(partsOf(pattern), partsOf(path));
}

function fits(wanted: readonly string[], given: readonly string[]): boolean {
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
