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

/** The library's own form of them. */
export function createKeyCodec({ BufferJSON, proto }: Library): KeyCodec {
  return {
    encode: (value) =>
      value === null || value === undefined ? null : JSON.stringify(value, BufferJSON.replacer),
    decode(category, text) {
      const value: unknown = JSON.parse(text, BufferJSON.reviver);
      if (category !== "app-state-sync-key") return value;
      return proto.Message.AppStateSyncKeyData.fromObject(value as object);
    },
    sealable(credentials) {
      if (credentials === null) return null;
      return { value: JSON.stringify(credentials, BufferJSON.replacer), paired: isPaired(credentials) };
    },
  };
}
