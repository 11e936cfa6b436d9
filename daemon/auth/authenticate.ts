import { findKeyByHash, type KeyRow, touchKey } from "../../db/api-keys.ts";
import type { Sql } from "../../db/client.ts";
import { problem } from "../http/problem.ts";
import { hashKey, isWellFormedKey } from "./key.ts";
import { grants, type Permission } from "./permissions.ts";

/** Who is calling, and for which organisation. */
export type Caller = {
  organizationId: string;
  keyId: string;
  permissions: readonly string[];
  /** The channels the key is restricted to; null is all. */
  channelIds: readonly string[] | null;
};

export type Authenticator = {
  /** The caller of a request; throws 401 without a valid key and 403 `missing_permission` without the permission. */
  require(request: Request, permission: Permission | "*"): Promise<Caller>;
  /** Forgets what is cached of one key, or of all: a key changed, or notifications may have been missed. */
  forget(keyId?: string): void;
};

const CACHE_MILLISECONDS = 60_000;
const CACHE_SIZE = 10_000;
const TOUCH_MILLISECONDS = 60_000;

type Cached = { key: KeyRow; until: number; touchedAt: number };

/**
 * Checks API keys: format and checksum first, then a cache, then the database.
 * `listening` says whether revocations reach this process (LISTEN is up); while
 * it is not, nothing is answered from the cache.
 */
export function createAuthenticator(sql: Sql, pepper: Uint8Array, listening: () => boolean): Authenticator {
  const cache = new Map<string, Cached>();

  async function find(secret: string): Promise<Cached | null> {
    const cached = cache.get(secret);
    if (cached && cached.until > Date.now() && listening()) return cached;
    const key = await findKeyByHash(sql, hashKey(secret, pepper));
    if (key === null) {
      cache.delete(secret);
      return null;
    }
    if (cache.size >= CACHE_SIZE) cache.clear();
    const entry = { key, until: Date.now() + CACHE_MILLISECONDS, touchedAt: cached?.touchedAt ?? 0 };
    cache.set(secret, entry);
    return entry;
  }

  return {
    async require(request, permission) {
      const secret = request.headers.get("x-api-key");
      const found = secret !== null && isWellFormedKey(secret) ? await find(secret) : null;
      if (found === null || isExpired(found.key))
        throw problem(401, "unauthorized", "invalid or missing API key");
      if (!grants(found.key.permissions, permission)) throw missingPermission(permission);
      if (Date.now() - found.touchedAt > TOUCH_MILLISECONDS) {
        found.touchedAt = Date.now();
        await touchKey(sql, found.key);
      }
      return asCaller(found.key);
    },
    forget(keyId) {
      for (const [secret, entry] of cache) {
        if (keyId === undefined || entry.key.id === keyId) cache.delete(secret);
      }
    },
  };
}

/** Refuses a channel that the caller's key is not for, as if it did not exist. */
export function mayUseChannel(caller: Caller, channelId: string): boolean {
  return caller.channelIds === null || caller.channelIds.includes(channelId);
}

function isExpired(key: KeyRow): boolean {
  return key.expires_at !== null && key.expires_at.getTime() <= Date.now();
}

function missingPermission(permission: string) {
  return problem(403, "missing_permission", `this key lacks the permission ${permission}`, {
    members: { permission },
  });
}

function asCaller(key: KeyRow): Caller {
  return {
    organizationId: key.organization_id,
    keyId: key.id,
    permissions: key.permissions,
    channelIds: key.channel_ids,
  };
}
