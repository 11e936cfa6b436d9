import { refused } from "../device-login/refusals.ts";
import type { EgressGuard } from "../egress/guard.ts";
import { EgressRefused } from "../egress/refused.ts";
import { createFetch } from "../egress/tunnel/fetch.ts";
import { parseUrl } from "../egress/url.ts";
import { isObject } from "../lib/objects.ts";
import { isWithoutBrowser } from "./grants.ts";

const LONGEST_ADDRESS = 512;
/** A document has 5 KB at most (draft-ietf-oauth-client-id-metadata-document, 8.6). */
const MOST_BYTES = 5_120;
const TIME_MS = 5_000;

/** What a program's document says of it. */
export type ClientDocument = { name: string | null; redirectUris: string[] };

/**
 * Reads the document of the program whose id is its address (draft-ietf-oauth-client-id-metadata-document): over https,
 * from no private network, without following redirects. Throws `invalid_client` with the reason. For an address that
 * `refuseUnfit` lets pass.
 */
export async function readDocument(guard: EgressGuard, address: string): Promise<ClientDocument> {
  const text = await fetchText(guard, address).catch((cause: unknown) => {
    throw unusable(address, cause instanceof Unusable || cause instanceof EgressRefused ? cause.message : "");
  });
  const document = parsed(text);
  if (document?.client_id !== address)
    throw unusable(address, "it is not a client's document for this address");
  const { client_name: name, token_endpoint_auth_method: method = "none" } = document;
  if (method !== "none") throw unusable(address, "its token_endpoint_auth_method has to be `none`");
  return { name: typeof name === "string" ? name : null, redirectUris: redirectsIn(document, address) };
}

function redirectsIn(
  { redirect_uris: uris, grant_types }: Record<string, unknown>,
  address: string,
): string[] {
  if (isWithoutBrowser(grant_types)) return [];
  if (!Array.isArray(uris) || uris.length === 0 || !uris.every((uri) => typeof uri === "string"))
    throw unusable(address, "it has no redirect_uris");
  return uris;
}

/** Why a document is of no use. */
class Unusable extends Error {}

/** Throws `invalid_client` unless it is the same text for every parser, with a path and without what hides where it leads (the draft, section 3). */
export function refuseUnfit(address: string): void {
  const isPlain = address.length <= LONGEST_ADDRESS && !/[#?]|\/\.{1,2}(?:\/|$)/.test(address);
  try {
    if (isPlain && parseUrl(address).href === address && new URL(address).pathname !== "/") return;
  } catch (cause) {
    if (!(cause instanceof EgressRefused)) throw cause;
  }
  throw refused("invalid_client");
}

async function fetchText(guard: EgressGuard, address: string): Promise<string> {
  const get = createFetch(null, guard);
  const headers = { accept: "application/json" };
  const response = await get(address, { headers, signal: AbortSignal.timeout(TIME_MS) });
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > MOST_BYTES) throw new Unusable(`it has more than ${MOST_BYTES} bytes`);
  }
  if (response.status !== 200) throw new Unusable(`it was answered with ${response.status}`);
  return Buffer.concat(chunks).toString();
}

function parsed(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

function unusable(address: string, reason: string) {
  const why = reason === "" ? "it can't be reached" : reason;
  return refused("invalid_client", `the program's document ${address} can't be used: ${why}`);
}
