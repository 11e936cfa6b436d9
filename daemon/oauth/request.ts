import { type AnswerDependencies, find, noSuchCode } from "../device-login/answer.ts";
import { refused } from "../device-login/refusals.ts";
import type { Caller } from "../http/caller.ts";
import { isPermission } from "../http/permissions.ts";
import type { Static } from "../lib/typebox.ts";
import { type Addresses, DEFAULT_SCOPES } from "./addresses.ts";
import { type Client, type ClientDependencies, findClient, hostOf } from "./clients.ts";
import { isRegistered } from "./redirects.ts";
import type { RequestBody } from "./schemas.ts";

/** What a program asks for. */
export type Asked = {
  client: Pick<Client, "id" | "name" | "host">;
  /** The permissions that it asks for, as far as there are such. */
  permissions: readonly string[];
  /** How it gets the answer: where its user's browser leads, or by asking again and again. */
  by: { redirectUri: string; challenge: string } | { userCode: string; address: string | null };
};

export type RequestDependencies = ClientDependencies & AnswerDependencies;

/** What a program asks for: with the code that it shows, or with what it opened the page. Throws what is wrong with that. */
export async function readAsked(
  dependencies: RequestDependencies,
  addresses: Addresses,
  caller: Pick<Caller, "address">,
  given: Static<typeof RequestBody>,
): Promise<Asked> {
  const { user_code: typed } = given;
  if (typed === undefined) return await readRequest(dependencies, addresses, given);
  const { code, login } = await find(dependencies, typed, caller);
  const { client_id: id, program: name, permissions, address } = login;
  // a terminal's
  if (id === null) throw noSuchCode();
  const client = { id, name, host: hostOf(id) };
  return { client, permissions: permissions ?? DEFAULT_SCOPES, by: { userCode: code, address } };
}

/**
 * An authorization request (OAuth 2.1, 4.1.1), with PKCE (RFC 7636) and the resource (RFC 8707). Throws what is wrong
 * with it, to be shown to the user: who registered a program by himself is not sent anybody, not even with an error.
 */
async function readRequest(
  dependencies: ClientDependencies,
  { resource }: Addresses,
  given: Static<typeof RequestBody>,
): Promise<Asked> {
  const client = await findClient(dependencies, given.client_id ?? "");
  const redirectUri = given.redirect_uri ?? "";
  if (!isRegistered(redirectUri, client.redirectUris))
    throw refused("invalid_request", "the redirect_uri is not one that the program is registered with");
  if (given.response_type !== "code") throw refused("unsupported_response_type");
  const challenge = given.code_challenge ?? "";
  if (given.code_challenge_method !== "S256" || !/^[\w-]{43}$/.test(challenge))
    throw refused("invalid_request", "a code_challenge with the code_challenge_method S256 is required");
  if (!isSameUrl(given.resource, resource))
    throw refused("invalid_target", `the resource has to be ${resource}`);
  return { client, permissions: permissionsIn(given.scope), by: { redirectUri, challenge } };
}

/** The permissions that a scope names; what is none is left out. */
export function permissionsIn(scope: string | undefined): string[] {
  const named = [...new Set(scope?.split(" "))].filter(isPermission);
  return named.length === 0 ? [...DEFAULT_SCOPES] : named;
}

/** Whether a text is an address; the case of its host does not matter. */
export function isSameUrl(given: string | undefined, url: string): boolean {
  return URL.parse(given ?? "")?.href === new URL(url).href;
}
