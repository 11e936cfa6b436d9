import { type Problem, problem } from "./problem.ts";

/** The thing if it exists. Throws 404 when it does not. */
export function found<Thing>(thing: Thing | null, name: string): Thing {
  if (thing === null) throw notFound(name);
  return thing;
}

/** Responds with 204 for what is deleted. Throws 404 when it was not there. */
export function gone(set: { status?: number | string }, wasThere: boolean, name: string): void {
  if (!wasThere) throw notFound(name);
  set.status = 204;
}

/** The response about what is not there, or what its caller may not see. */
export function notFound(name: string): Problem {
  return problem(404, "not_found", `${name} not found`);
}
