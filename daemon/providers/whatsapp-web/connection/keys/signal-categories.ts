import type { SignalDataTypeMap } from "baileys";

/** Baileys' own categories of keys: others in a session's store are Waypost's. */
export const SIGNAL_CATEGORIES: readonly string[] = Object.keys({
  ...{ "pre-key": true, session: true, "identity-key": true, "sender-key": true, "sender-key-memory": true },
  ...{ "lid-mapping": true, "device-list": true, tctoken: true },
  ...{ "app-state-sync-key": true, "app-state-sync-version": true },
} satisfies Record<keyof SignalDataTypeMap, true>);
