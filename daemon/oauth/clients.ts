import { createHmac, timingSafeEqual } from "node:crypto";
import { refused } from "../device-login/refusals.ts";
import { oneLine } from "../lib/harmless.ts";
import type { Documents } from "./documents.ts";
import { isRedirect } from "./redirects.ts";

/** A program that wants access. */
export type Client = {
  id: string;
  /** As it names itself. */
  name: string;
  /** The host that its document is on, which proves whose it is; null of one that registered itself. */
  host: string | null;
  redirectUris: readonly string[];
};

export type ClientDependencies = { tokenPepper: Uint8Array; documents: Documents };

const PREFIX = "wpc_";
const MOST_REDIRECTS = 5;
const LONGEST_NAME = 100;
/** Its id has all that it said of itself, and is sent in addresses. */
const LONGEST_ID = 3_000;

/**
 * The id of a program that registers itself (RFC 7591). It carries what the program says, signed, so that nothing is
 * kept of programs that nobody ever lets in. Null for the redirects of one without a browser. Throws
 * `invalid_redirect_uri` and `invalid_client_metadata`.
 */
export function registerClient(
  pepper: Uint8Array,
  name: string,
  redirects: readonly string[] | null,
): Client {
  if (redirects !== null && (redirects.length === 0 || redirects.length > MOST_REDIRECTS))
    throw refused("invalid_redirect_uri");
  const redirectUris = redirects ?? [];
  if (!redirectUris.every(isRedirect)) throw refused("invalid_redirect_uri");
  const said = { name: readable(name), redirectUris };
  const text = Buffer.from(JSON.stringify([said.name, ...redirectUris])).toString("base64url");
  const id = `${PREFIX}${text}.${tagOf(text, pepper)}`;
  if (id.length > LONGEST_ID) throw refused("invalid_client_metadata");
  return { id, host: null, ...said };
}

/**
 * The program with an id, which is the address of its document, or was given to it here. Throws `invalid_client`; for a
 * `stranger`, who is not logged in, 429 where too many documents were read.
 */
export async function findClient(
  { tokenPepper, documents }: ClientDependencies,
  id: string,
  stranger?: { address: string | null },
): Promise<Client> {
  if (id.startsWith("https://")) {
    const { name, redirectUris } = await documents.read(id, stranger);
    const host = hostOf(id);
    return { id, host, name: readable(name ?? host ?? ""), redirectUris: redirectUris.filter(isRedirect) };
  }
  const [text = "", tag = ""] = id.startsWith(PREFIX) ? id.slice(PREFIX.length).split(".", 2) : [];
  if (id.length > LONGEST_ID || !isSame(tag, tagOf(text, tokenPepper))) throw refused("invalid_client");
  const [name, ...redirectUris]: string[] = JSON.parse(Buffer.from(text, "base64url").toString());
  return { id, host: null, name: readable(name ?? ""), redirectUris };
}

/** The host that proves whose program it is: that of its document. Null of one that registered itself. */
export function hostOf(id: string): string | null {
  return id.startsWith("https://") ? new URL(id).host : null;
}

function tagOf(text: string, pepper: Uint8Array): string {
  return createHmac("sha256", pepper).update(`oauth client ${text}`).digest("base64url");
}

function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}

function readable(name: string): string {
  return oneLine(name, LONGEST_NAME, "A program without a name");
}
