import { type Problem, problem } from "./problem.ts";

/** A route as Elysia lists it: `:name` and `*` stand for parts of the path. */
export type Route = { method: string; path: string };

/** The problem of a request no route took: 405 with `Allow` when its path has other methods, else 404. */
export function unknownRoute(routes: readonly Route[], request: Request): Problem {
  const path = new URL(request.url).pathname;
  const allowed = routes.filter((route) => matches(route.path, path)).map((route) => route.method);
  if (allowed.length === 0) {
    return problem(404, "not_found", "no such path; the API is described at /docs");
  }
  const allow = [...new Set(allowed)].sort().join(", ");
  return problem(405, "method_not_allowed", `this path takes ${allow}`, { headers: { allow } });
}

function matches(pattern: string, path: string): boolean {
  const wanted = partsOf(pattern);
  const given = partsOf(path);
  return (
    wanted.length === given.length &&
    wanted.every((part, index) => part.startsWith(":") || part === "*" || part === given[index])
  );
}

/** The parts of a path; a slash at its end makes no difference. */
function partsOf(path: string): string[] {
  return path.replace(/\/$/, "").split("/");
}
