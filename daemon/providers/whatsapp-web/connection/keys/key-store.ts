/** Changes of a session to write; null deletes a key. */
export type SessionKeyChanges = {
  /** By category (those of Baileys' `SignalDataTypeMap`, and our own) and id. */
  keys: ReadonlyMap<string, ReadonlyMap<string, string | null>>;
  /** `paired`: a phone has taken this device; such credentials are never replaced. */
  credentials: { value: string; paired: boolean } | null;
};

/**
 * The store of one session's secrets. Every call fails with `SessionLostError` once this daemon no longer holds the
 * session, and otherwise with the store's own error: a session whose secrets can't be read is closed, never replaced.
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
