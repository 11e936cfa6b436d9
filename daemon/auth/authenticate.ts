import { findKeyByHash, type KeyRow, touchKey } from "../../db/auth/api-keys.ts";
import { touchLoginSessions } from "../../db/auth/login-sessions.ts";
import type { Sql } from "../../db/connection/client.ts";
import { pathOf } from "../http/address.ts";
import type { Caller, From, Guard, Needed } from "../http/caller.ts";
import { grants, worksWithinChannels } from "../http/permissions.ts";
import { problem } from "../http/problem.ts";
import { unauthorized } from "../http/unauthorized.ts";
import { setNewest } from "../lib/bounded.ts";
import { groupCommit } from "../lib/group-commit.ts";
import { noteRefused, refuseChange } from "./agents/changes.ts";
import { cookieToken, isSameOrigin } from "./cookie.ts";
import { cellOf, hashKey, isWellFormedKey } from "./key.ts";
import { missingPermission } from "./missing-permission.ts";
import { refuseRestrictedKey } from "./restricted.ts";
import { permissionsOf } from "./roles.ts";
import { hashToken, isToken } from "./tokens.ts";

export type Authenticator = Guard & {
  /** Drops one key, or all, from the cache: a key changed, or notifications may have been missed. */
  forget(keyId?: string): void;
};

const CACHE_MS = 60_000;
const CACHE_SIZE = 10_000;
const TOUCH_MS = 60_000;
/** A login that is not used for this long ends. */
export const SESSION_DAYS = 14;

const FACTOR_SETUP_REQUIRED =
  "your organisation wants a second factor of you: set one up on the page, under Account, or with POST /v1/auth/factors/totp";

type Cached = { key: KeyRow; until: number; touchedAt: number };
type Access = Omit<Caller, "address" | "tool" | "requestId">;

/**
 * Checks API keys (format and checksum, then the cache, then the database) and logins (by
 * bearer token or cookie, always in the database). `listening` says whether notifications of
 * revocations reach this process; while they don't, the cache is not used. `cell` is this installation's, if it is one.
 */
export function createAuthenticator(
  sql: Sql,
  peppers: { keys: Uint8Array; tokens: Uint8Array },
  listening: () => boolean,
  cell?: string,
): Authenticator {
  const cache = new Map<string, Cached>();
  let changes = 0;
  // each event has all open streams asked about: those that ask at once are looked up by one statement
  const userOf = groupCommit((hashes: readonly Uint8Array[]) =>
    touchLoginSessions(sql, hashes, SESSION_DAYS),
  );

  async function find(secret: string): Promise<Cached | null> {
    const cached = cache.get(secret);
    if (cached && cached.until > Date.now() && listening()) return cached;
    if (!isWellFormedKey(secret)) return null;
    const before = changes;
    const key = await findKeyByHash(sql, hashKey(secret, peppers.keys));
    if (key === null) {
      cache.delete(secret);
      return null;
    }
    const entry = { key, until: Date.now() + CACHE_MS, touchedAt: cached?.touchedAt ?? 0 };
    // its revocation may have been announced while it was read
    if (before === changes) setNewest(cache, secret, entry, CACHE_SIZE);
    return entry;
  }

  async function byKey(secret: string): Promise<Access> {
    const found = await find(secret);
    if (found === null) throw wrongCell(secret, cell) ?? unauthorized();
    if (isExpired(found.key)) throw unauthorized();
    if (Date.now() - found.touchedAt > TOUCH_MS) {
      found.touchedAt = Date.now();
      await touchKey(sql, found.key);
    }
    const { organization_id, id, permissions, channel_ids, agent, bot } = found.key;
    return {
      organizationId: organization_id,
      actor: { type: "key", id },
      permissions,
      channelIds: channel_ids,
      agent,
      bot: bot ?? agent?.when_held ?? null,
    };
  }

  async function byToken(token: string): Promise<Access> {
    const user = isToken("session", token) ? await userOf(hashToken(token, peppers.tokens)) : null;
    if (user === null) throw unauthorized();
    const actor = { type: "user", id: user.id } as const;
    const permissions = permissionsOf(user.role);
    const { organization_id: organizationId, proved_at: provedAt, needs_factor: needsFactor } = user;
    const access = { organizationId, actor, channelIds: null, agent: null, provedAt, needsFactor };
    return { ...access, permissions: needsFactor ? [] : permissions };
  }

  return {
    async require(request, permission, from) {
      const credential = credentialOf(request, from);
      if (credential === null) throw unauthorized();
      const { kind, secret } = credential;
      const access = kind === "key" ? await byKey(secret) : await byToken(secret);
      if (kind === "cookie") {
        refuseForeignPages(request);
        refuseAnotherUsersPage(request, access.actor.id);
      }
      requirePermission(access, permission);
      const { address, tool, requestId } = from;
      return { ...access, address, tool, requestId };
    },
    async permit(caller, asked) {
      try {
        requirePermission(caller, asked.needed);
      } catch (cause) {
        await noteRefused(sql, caller, asked, cause);
        throw cause;
      }
      await refuseChange(sql, caller, asked);
    },
    forget(keyId) {
      changes++;
      for (const [secret, entry] of cache) {
        if (keyId === undefined || entry.key.id === keyId) cache.delete(secret);
      }
    },
  };
}

function requirePermission(access: Access, permission: Needed): void {
  if (permission !== "any" && access.needsFactor === true)
    throw problem(403, "factor_setup_required", FACTOR_SETUP_REQUIRED);
  if (permission !== "any" && !grants(access.permissions, permission))
    throw missingPermission(access.actor.type, permission);
  if (!worksWithinChannels(permission)) refuseRestrictedKey(access);
}

type Credential = { kind: "key" | "bearer" | "cookie"; secret: string };

function credentialOf(request: Request, from: From): Credential | null {
  const key = request.headers.get("x-api-key");
  if (key !== null) return { kind: "key", secret: key };
  const token = bearerToken(request);
  if (token !== null && isWellFormedKey(token)) {
    refuseKeyAsBearer(request, from);
    return { kind: "key", secret: token };
  }
  if (token !== null) return { kind: "bearer", secret: token };
  const cookie = cookieToken("session", request, from.isSecure);
  return cookie === null ? null : { kind: "cookie", secret: cookie };
}

/**
 * In the API a key has a header of its own. Programs that can send none (agents at `/mcp`, Prometheus) send it as a
 * bearer token; what an agent's tool asks of the API comes from there.
 */
function refuseKeyAsBearer(request: Request, { tool }: From): void {
  if (tool !== undefined || !pathOf(request.url).startsWith("/v1/")) return;
  throw unauthorized({ hint: "Send the key in the header X-Api-Key. Authorization: Bearer is for logins." });
}

/** The token of a request's login, wherever it stands, or null. */
export function sessionToken(request: Request, isSecure: boolean): string | null {
  return bearerToken(request) ?? cookieToken("session", request, isSecure);
}

/** The token of `Authorization: Bearer` (RFC 6750, 2.1), or null. */
function bearerToken(request: Request): string | null {
  return /^Bearer +(\S+)$/i.exec(request.headers.get("authorization") ?? "")?.[1] ?? null;
}

/** Browsers send a cookie whichever page made the request. */
function refuseForeignPages(request: Request): void {
  if (["GET", "HEAD"].includes(request.method) || isSameOrigin(request)) return;
  throw problem(
    403,
    "foreign_origin",
    "with a login by cookie, changes have to come from a page of this host",
    {
      headers: { vary: "Origin" },
    },
  );
}

/** A page that was opened for one user may be in a browser that another one has logged in with since. */
function refuseAnotherUsersPage({ headers }: Request, id: string): void {
  if ((headers.get("waypost-user") ?? id) === id) return;
  throw problem(401, "another_user", "this browser is logged in as another user now; load the page again");
}

function isExpired(key: KeyRow): boolean {
  return key.expires_at !== null && key.expires_at.getTime() <= Date.now();
}

/** For a key that is not known here and was made elsewhere; null for any other. */
function wrongCell(key: string, here: string | undefined) {
  const cell = isWellFormedKey(key) ? cellOf(key) : null;
  if (cell === null || cell === here) return null;
  const hint = `This is a key of cell ${cell}. Send its requests to the address of that cell.`;
  return unauthorized({ code: "wrong_cell", hint, members: { cell } });
}
