import { homedir } from "node:os";
import { join } from "node:path";
import type { TSchema } from "../lib/typebox.ts";

export type Environment = Record<string, string | undefined>;

/** One setting: where it is read from, what it must be, what it is when nobody says, and what it means. */
export type Setting = {
  variable: string;
  schema: TSchema;
  /** Without one, the setting may be unset. */
  fallback?: string | number | boolean | readonly string[] | ((environment: Environment) => string);
  /** It is where the file of the others is looked for. */
  onlyInEnvironment?: true;
  /** Its variable with `_FILE` at the end may name a file that has the value. */
  secret?: true;
  meaning: string;
};

/** `databaseUrl` is `database_url` in the file. */
export function fileKey(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Where the data directory is when nobody says. */
export function defaultHome(environment: Environment): string {
  return join(environment.XDG_DATA_HOME || join(environment.HOME || homedir(), ".local", "share"), "waypost");
}
