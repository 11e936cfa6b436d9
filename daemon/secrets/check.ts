import type { Sql } from "../../db/connection/client.ts";
import { ensureDerived, ensureMasterKeyState, type MasterKeyState } from "../../db/secrets/secrets.ts";
import { type Keyring, keyIdOf, PURPOSES, SecretError } from "./envelope.ts";
import { MasterKeyError } from "./master-key-error.ts";

const CHECK = "waypost";
const CHECK_CONTEXT = "installation check";

/**
 * Verifies that the keys include the one that sealed this database's secrets, seals with that
 * one from now on, and loads the bytes derived from a key. Throws `MasterKeyError`; nothing
 * was changed then, and with the right key all secrets are readable.
 */
export async function checkMasterKey(
  sql: Sql,
  keyring: Keyring,
  origin = "WAYPOST_MASTER_KEY, its command or master.key in the data directory",
): Promise<void> {
  sealWithCurrentKey(keyring, await ensureMasterKeyState(sql, sealedCheck(keyring)), origin);
  for (const purpose of PURPOSES) {
    const context = derivedContext(purpose);
    const derived = keyring.encrypt(Buffer.from(keyring.derive(purpose)).toString("base64"), context);
    const stored = await ensureDerived(sql, purpose, derived);
    keyring.pin(purpose, Buffer.from(opened(keyring, stored, context, origin), "base64"));
  }
}

/** Seals with the key that the database names. Throws `MasterKeyError` when that key is not known. */
export function sealWithCurrentKey(keyring: Keyring, { sealed_check }: MasterKeyState, origin: string): void {
  opened(keyring, sealed_check, CHECK_CONTEXT, origin);
  keyring.sealWith(keyIdOf(sealed_check) ?? "");
}

/** A known text whose sealed form shows which key seals, and that the key is right. */
export function sealedCheck(keyring: Keyring): string {
  return keyring.encrypt(CHECK, CHECK_CONTEXT);
}

/** The encryption context of the sealed check. */
export function checkContext(): string {
  return CHECK_CONTEXT;
}

/** The encryption context of derived bytes. */
export function derivedContext(purpose: string): string {
  return `derived for ${purpose}`;
}

function opened(keyring: Keyring, sealed: string, context: string, origin: string): string {
  try {
    return keyring.decrypt(sealed, context);
  } catch (cause) {
    if (!(cause instanceof SecretError)) throw cause;
    throw new MasterKeyError(
      `the master key is not the one of this database: its secrets are encrypted with the key ${keyIdOf(sealed)}, ` +
        `but the configured keys are ${keyring.ids().join(", ")}; restore the right one (${origin}). Nothing was changed`,
      { cause },
    );
  }
}
