import { existsSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import type { Static } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { parse as parseToml } from "smol-toml";
import { ConfigSchema } from "./schema.ts";
import { SETTINGS, type SettingKind } from "./settings.ts";

/** Everything the daemon may be told from outside, checked once at start. */
export type Config = Static<typeof ConfigSchema>;

/** Raised at start with one line for each setting that is wrong: its name, what it is and what it should be. */
export class ConfigError extends Error {}

/**
 * Reads the environment, then the TOML file named by `WAYPOST_CONFIG` (or
 * `config.toml` in the data directory), then the defaults.
 * Throws `ConfigError` listing every wrong setting at once.
 */
export function loadConfig(environment: Record<string, string | undefined> = process.env): Config {
  const home = environment.WAYPOST_HOME || defaultHome(environment);
  const file = readConfigFile(environment.WAYPOST_CONFIG || join(home, "config.toml"), environment);
  const problems = unknownKeys(file);
  const values: Record<string, unknown> = { home };
  for (const setting of SETTINGS) {
    const given = environment[setting.variable] || file[fileKey(setting.key)];
    const value = given === undefined || given === "" ? setting.fallback : convert(given, setting.kind);
    if (value !== undefined && setting.key !== "home") values[setting.key] = value;
  }
  for (const issue of Value.Errors(ConfigSchema, values)) {
    const setting = SETTINGS.find((row) => `/${row.key}` === issue.path);
    problems.push(`${setting?.variable ?? issue.path}: ${issue.message} (${setting?.meaning ?? "unknown"})`);
  }
  if (problems.length > 0)
    throw new ConfigError(`configuration is wrong:\n  ${[...new Set(problems)].join("\n  ")}`);
  return Value.Decode(ConfigSchema, values);
}

function defaultHome(environment: Record<string, string | undefined>): string {
  return join(environment.XDG_DATA_HOME || join(environment.HOME || homedir(), ".local", "share"), "waypost");
}

function readConfigFile(
  path: string,
  environment: Record<string, string | undefined>,
): Record<string, unknown> {
  if (!existsSync(path)) {
    if (environment.WAYPOST_CONFIG)
      throw new ConfigError(`WAYPOST_CONFIG names ${path}, which does not exist`);
    return {};
  }
  try {
    return parseToml(readFileSync(path, "utf8"));
  } catch (cause) {
    throw new ConfigError(`${path} is not valid TOML: ${cause instanceof Error ? cause.message : cause}`);
  }
}

/** A mistyped name would otherwise leave its setting at the default, unnoticed. */
function unknownKeys(file: Record<string, unknown>): string[] {
  const known = SETTINGS.map(({ key }) => fileKey(key)).filter((key) => key !== "home");
  return Object.keys(file)
    .filter((key) => !known.includes(key))
    .map((key) => `${key}: the file's settings are ${known.join(", ")}`);
}

/** `databaseUrl` is `database_url` in the file. */
function fileKey(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function convert(given: unknown, kind: SettingKind): unknown {
  if (kind === "integer" && typeof given === "string" && /^-?\d+$/.test(given)) return Number(given);
  if (kind === "switch" && (given === "true" || given === "false")) return given === "true";
  if (kind === "list" && typeof given === "string") {
    return given
      .split(",")
      .map((item) => item.trim())
      .filter((item) => item !== "");
  }
  return given;
}
