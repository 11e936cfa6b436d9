import packageJson from "../../../package.json" with { type: "json" };
import type { PlannedRequest } from "../../lib/api/request.ts";
import { usageFailure } from "../../lib/failures/failure.ts";
import { readText } from "../../lib/input/read-file.ts";
import { membersOf } from "../../lib/values/members.ts";
import type { ApiOptions } from "./options.ts";

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"];

/** The request that the command line describes. Throws a usage failure for what can be none. */
export async function planApiRequest(
  { method, path }: { method: string; path: string | undefined },
  options: ApiOptions,
): Promise<PlannedRequest> {
  const [verb, place] = path === undefined ? ["GET", method] : [method.toUpperCase(), path];
  if (!METHODS.includes(verb))
    throw usageFailure(`'${verb}' is not a method`, `There are: ${METHODS.join(", ")}.`);
  const members = membersOf(
    { option: "field", fields: options.field },
    { option: "raw-field", fields: options["raw-field"], asText: true },
  );
  const body = await bodyOf(verb, members, options.input);
  return {
    method: verb,
    path: verb === "GET" ? withQuery(pathOf(place), members) : pathOf(place),
    body,
    headers: {
      accept: "application/json, */*",
      "user-agent": `waypost-cli/${packageJson.version}`,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(verb === "POST" ? { "idempotency-key": options["idempotency-key"] ?? crypto.randomUUID() } : {}),
      ...Object.fromEntries(options.header.map(headerOf)),
    },
  };
}

/** Below the daemon's address, so that the key goes nowhere else. */
function pathOf(text: string): string {
  if (/^[a-z][a-z\d+.-]*:/i.test(text))
    throw usageFailure(`'${text}' is an address`, "Give only the path: /v1/channels. --url sets the daemon.");
  const path = text.startsWith("/") ? text : `/${text}`;
  if (/^[\x21-\x7e]+$/.test(path) && !path.includes("#")) return path;
  throw usageFailure(`'${text}' is not a path`, "Write it like /v1/channels, with other characters as %20.");
}

function withQuery(path: string, members: Record<string, unknown>): string {
  const url = new URL(`http://daemon${path}`);
  for (const [name, value] of Object.entries(members))
    url.searchParams.append(name, typeof value === "object" ? JSON.stringify(value) : String(value));
  return url.pathname + url.search;
}

async function bodyOf(
  method: string,
  members: Record<string, unknown>,
  input: string | undefined,
): Promise<string | undefined> {
  const hasMembers = Object.keys(members).length > 0;
  if (input !== undefined && (hasMembers || method === "GET"))
    throw usageFailure(`--input does not go with ${hasMembers ? "--field" : "GET"}`);
  if (input !== undefined) return await readText(input, "input");
  return hasMembers && method !== "GET" ? JSON.stringify(members) : undefined;
}

function headerOf(text: string): [name: string, value: string] {
  const [, name, value] = /^([\w!#$%&'*+.^`|~-]+):\s*([\x20-\x7e]*)$/.exec(text) ?? [];
  if (name !== undefined && value !== undefined) return [name.toLowerCase(), value];
  throw usageFailure("--header must look like name:value", "Write it like content-type:text/csv.");
}
