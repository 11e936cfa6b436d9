import type { MovedSession } from "../session-form.ts";

/** A paired session that was found in another program's store. */
export type FoundSession = {
  /** Digits. */
  number: string;
  /** What the account calls itself. */
  name: string | null;
  /** When the store was last written; null where it does not say. */
  changedAt: Date | null;
  /** What the store does not have, in sentences, and what follows. */
  missing: string[];
  /** In the form that the API takes. */
  session: MovedSession;
};

/** Another program's store of sessions, open for reading. */
export type SessionStore = {
  /** Whose it is, such as `a folder of Baileys`. */
  kind: string;
  /** The names of its sessions. */
  names: readonly string[];
  /** Reads one of them. Throws a failure that says what is wrong with it. */
  read(name: string): Promise<FoundSession>;
  close(): Promise<void>;
};
