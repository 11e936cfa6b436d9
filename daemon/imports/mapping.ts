import { problem } from "../http/problem.ts";
import { isObject } from "../lib/objects.ts";

/** Reads the column mapping of a request: a JSON object from heading to field. Throws 422 for anything else. */
export function parseMapping(text: string | undefined): Record<string, string> {
  if (text === undefined) return {};
  const value = parsed(text);
  const valid = isObject(value);
  const entries: [string, unknown][] = valid ? Object.entries(value) : [];
  if (!valid || !entries.every((entry): entry is [string, string] => typeof entry[1] === "string")) {
    throw problem(422, "invalid_request", "/map: give a JSON object, heading to field", {
      errors: [{ path: "/map", message: "not a JSON object of texts" }],
    });
  }
  return Object.fromEntries(entries);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
