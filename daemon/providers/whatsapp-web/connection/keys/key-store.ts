/** What is to be written of a session; null deletes a key. */
export type SessionKeyChanges = {
  /** By category (those of Baileys' `SignalDataTypeMap`, and our own) and id. */
  keys: ReadonlyMap<string, ReadonlyMap<string, string | null>>;
  /** `paired`: a phone has taken this device; such credentials are never made anew. */
  credentials: { value: string; paired: boolean } | null;
};

/**
 * Where one session's secrets lie. Every call fails with `SessionLostError`
 * once this daemon no longer holds the session, and otherwise with what the
 * store failed with: a session whose secrets can't be read is closed, never
 * started anew.
 */
export type KeyStore = {
  /** Null only when the number was never paired, or its pairing was wiped. */
  loadCredentials(): Promise<string | null>;
  /** The values that exist, by id. */
  read(category: string, ids: readonly string[]): Promise<Map<string, string>>;
  /** Every value of a category, oldest first. */
  list(category: string): Promise<Map<string, string>>;
  /** Writes all of it or nothing; durable when it resolves. */
  write(secrets: SessionKeyChanges): Promise<void>;
};

/** This daemon no longer holds the session: whatever it still has of it must not be written or sent. */
export class LeaseLostError extends Error {}
