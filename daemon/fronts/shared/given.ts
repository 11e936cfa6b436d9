import { problem } from "../../http/problem.ts";
import { isObject } from "../../lib/objects.ts";

export type Json = Record<string, unknown>;

/** The refusal of one field of a request to a front. */
export function invalid(path: string, message: string) {
  return problem(422, "invalid_request", `${path}: ${message}`, { errors: [{ path, message }] });
}

/** A text, or a number as one, that a request may have. Throws 422 for anything else that stands there. */
export function maybeText(given: Json, name: string): string | undefined {
  const value = given[name];
  if (value === undefined || value === null || value === "") return undefined;
  return asText(value, name);
}

/** Half of a surrogate pair, which JSON can hold, has no place in an address. */
function asText(value: unknown, path: string): string {
  if (typeof value === "number") return String(value);
  if (typeof value === "string" && value.isWellFormed()) return value;
  throw invalid(path, typeof value === "string" ? "has half of a character" : "expected a text");
}

/** A text that a request has to have. */
export function text(given: Json, name: string): string {
  const value = maybeText(given, name);
  if (value === undefined) throw invalid(name, "required");
  return value;
}

/** A number, which forms send as text. */
export function maybeNumber(given: Json, name: string): number | undefined {
  const value = maybeText(given, name);
  if (value === undefined) return undefined;
  if (value.trim() === "" || !Number.isFinite(Number(value))) throw invalid(name, "expected a number");
  return Number(value);
}

export function number(given: Json, name: string): number {
  const value = maybeNumber(given, name);
  if (value === undefined) throw invalid(name, "required");
  return value;
}

/** Whether something is wanted; forms and queries say so in words. Undefined where the request says nothing. */
export function maybeFlag(given: Json, name: string): boolean | undefined {
  const value = given[name];
  if (value === undefined || value === null || value === "") return undefined;
  if (value === true || value === "true") return true;
  if (value === false || value === "false") return false;
  throw invalid(name, "expected true or false");
}

/** The object at a name; an empty one where there is none. */
export function part(given: Json, name: string): Json {
  const value = given[name];
  if (value === undefined || value === null) return {};
  if (isObject(value)) return value;
  throw invalid(name, "expected an object");
}

/** The list at a name; an empty one where there is none. */
export function list(given: Json, name: string): unknown[] {
  const value = given[name];
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return value;
  throw invalid(name, "expected a list");
}

export function parts(given: Json, name: string): Json[] {
  return list(given, name).map((one, index) => {
    if (isObject(one)) return one;
    throw invalid(`${name}[${index}]`, "expected an object");
  });
}

export function texts(given: Json, name: string): string[] {
  return list(given, name).map((one, index) => asText(one, `${name}[${index}]`));
}

/** An object without what is undefined. */
export function defined(values: Json): Json {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}
