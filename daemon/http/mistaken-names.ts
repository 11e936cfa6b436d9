import { isObject } from "../lib/objects.ts";
import { problem } from "./problem.ts";

/** The right names, by mistaken names of a body's members. */
export type MistakenNames = Readonly<Record<string, string>>;

/**
 * Refuses a body in which somebody meant a field by another name. Unknown fields are ignored, but to ignore these would
 * do something else than the caller meant.
 */
export function refuseMistaken(body: unknown, mistaken: MistakenNames): void {
  if (!isObject(body)) return;
  const errors = Object.keys(body)
    .filter((name) => Object.hasOwn(mistaken, name))
    .map((name) => ({ path: `/${name}`, message: `there is no such field: ${mistaken[name]}` }));
  const [first] = errors;
  if (first === undefined) return;
  throw problem(422, "invalid_request", `${first.path}: ${first.message}`, { errors });
}
