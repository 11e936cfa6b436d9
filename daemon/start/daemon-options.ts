import type { Logger } from "pino";
import type { Config } from "../config/settings.ts";
import type { RestTimes } from "../messages/lane/rest.ts";
import type { Registration } from "../providers/registry.ts";
import type { Keyring } from "../secrets/envelope.ts";
import type { KeySource } from "../secrets/master-key.ts";

export type DaemonOptions = {
  config: Config;
  databaseUrl: string;
  /** The same database through a pooler that lends connections for one transaction. */
  pooledUrl?: string | undefined;
  secrets: Keyring;
  /** Where keys of the master key's rotation are found; without it the daemon knows only those of `secrets`. */
  keys?: Pick<KeySource, "name" | "read">;
  log: Logger;
  /** Platforms beyond those that every daemon has, by their names. */
  platforms?: Record<string, Registration>;
  /** How long WhatsApp may take to answer, and how long a channel rests while it takes nothing. */
  patience?: { callMs: number; rests: RestTimes };
};
