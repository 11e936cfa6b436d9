import type { Sql } from "../../../db/connection/client.ts";
import { mayPass } from "../../../db/connection/connection-errors.ts";
import {
  listSessionKeys,
  readSessionKeys,
  type SealedKey,
  type SessionWrite,
  writeSessionKeys,
} from "../../../db/whatsapp-web/keys.ts";
import { findWhatsAppWebSession, type HeldSession } from "../../../db/whatsapp-web/sessions.ts";
import { groupCommit } from "../../lib/group-commit.ts";
import {
  type KeyStore,
  LeaseLostError,
  type SessionKeyChanges,
} from "../../providers/whatsapp-web/connection/keys/key-store.ts";
import type { Lease } from "../lease.ts";
import type { Vault } from "./vault.ts";

/** Writes what one session must not lose; false when the session is no longer held. */
export type WriteKeys = (write: SessionWrite) => Promise<boolean>;

const TRY_AGAIN_MS = 200;
const CREDENTIALS = "credentials";

/** One writer for all sessions of a daemon, so that concurrent writes share a statement and its wait for the disk. */
export function createKeyStoreWriter(sql: Sql, daemonId: string): WriteKeys {
  return groupCommit(async (writes) => {
    const lost = await writeSessionKeys(sql, daemonId, writes);
    return writes.map(({ held }) => !lost.includes(held.channelId));
  });
}

/** The store of a held session: sealed rows of the database. */
export function createKeyStore(sql: Sql, write: WriteKeys, lease: Lease, vault: Vault): KeyStore {
  const { held } = lease;

  function requireLease(): void {
    if (!lease.isHeld()) throw new LeaseLostError("the session is not held any more");
  }

  /** Retries while the database is down, full or busy, for as long as the lease lasts. */
  async function persistently<Result>(work: () => Promise<Result>): Promise<Result> {
    while (true) {
      requireLease();
      try {
        return await work();
      } catch (cause) {
        if (!mayPass(cause)) throw cause;
        await Bun.sleep(TRY_AGAIN_MS);
      }
    }
  }

  const opened = (category: string, rows: readonly SealedKey[]) =>
    new Map(rows.map((row) => [row.id, openKey(vault, category, row)]));

  return {
    async loadCredentials() {
      const row = await persistently(() => findWhatsAppWebSession(sql, held.organizationId, held.channelId));
      if (row === null || row.fence !== held.fence) throw new LeaseLostError("the session is another's");
      if (row.credentials === null) {
        if (row.paired) throw new Error("a paired session has no credentials");
        return null;
      }
      return openLogin(vault, row.credentials);
    },
    read: async (category, ids) =>
      opened(category, await persistently(() => readSessionKeys(sql, held, category, ids))),
    list: async (category) =>
      opened(category, await persistently(() => listSessionKeys(sql, held, category))),
    async write(secrets) {
      const sealed = sealedWrite(held, vault, secrets);
      if (await persistently(() => write(sealed))) return;
      lease.lose();
      throw new LeaseLostError("another daemon took the session over");
    },
  };
}

/** What a session must not lose, as it is written. */
export function sealedWrite(
  held: HeldSession,
  vault: Vault,
  { keys, credentials }: SessionKeyChanges,
): SessionWrite {
  return {
    held,
    credentials:
      credentials === null
        ? null
        : { value: vault.seal(credentials.value, CREDENTIALS), paired: credentials.paired },
    keys: [...keys].flatMap(([category, values]) =>
      [...values].map(([id, text]) => ({
        category,
        id,
        value: text === null ? null : vault.seal(text, nameOf(category, id)),
      })),
    ),
  };
}

/** A session's login as text. Throws `SecretError`. */
export function openLogin(vault: Vault, credentials: Buffer): string {
  return vault.open(credentials, CREDENTIALS);
}

/** A key of a session as text. Throws `SecretError`. */
export function openKey(vault: Vault, category: string, { id, value }: SealedKey): string {
  return vault.open(value, nameOf(category, id));
}

/** Under which name a key is sealed. */
function nameOf(category: string, id: string): string {
  return `${category} ${id}`;
}
