import type { AuthenticationCreds } from "baileys";
import type { Library } from "../../library/library.ts";
import type { SessionKeyChanges } from "./key-store.ts";

/** Keys and credentials as the text that a store seals. */
export type KeyCodec = {
  /** Null for a key that is gone. */
  encode(value: unknown): string | null;
  decode(category: string, text: string): unknown;
  sealable(credentials: AuthenticationCreds | null): SessionKeyChanges["credentials"];
};

/** Whether credentials are those of a device that a phone has taken. */
export function isPaired(credentials: AuthenticationCreds): boolean {
  return credentials.me !== undefined && credentials.account !== undefined;
}

/** Bytes in the library's form. */
const BYTES = '"type":"Buffer"';

/**
 * Signal's sessions, which are read and written with each message, have their bytes as base64 themselves (libsignal,
 * `session_record.js`).
 */
function isSession(value: unknown): boolean {
  return typeof value === "object" && value !== null && "_sessions" in value;
}

/**
 * The library's own form of them. A value without bytes is read without a search for them, which takes a tenth as long.
 */
export function createKeyCodec({ BufferJSON, proto }: Library): KeyCodec {
  return {
    encode(value) {
      if (value === null || value === undefined) return null;
      return isSession(value) ? JSON.stringify(value) : JSON.stringify(value, BufferJSON.replacer);
    },
    decode(category, text) {
      const value: unknown = text.includes(BYTES) ? JSON.parse(text, BufferJSON.reviver) : JSON.parse(text);
      if (category !== "app-state-sync-key") return value;
      return proto.Message.AppStateSyncKeyData.fromObject(value as object);
    },
    sealable(credentials) {
      if (credentials === null) return null;
      return { value: JSON.stringify(credentials, BufferJSON.replacer), paired: isPaired(credentials) };
    },
  };
}
