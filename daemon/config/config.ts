import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Value, type ValueError } from "@sinclair/typebox/value";
import { parse as parseToml } from "smol-toml";
import { type TSchema, Type } from "../lib/typebox.ts";
import { readSecretFile } from "./secret-files.ts";
import { type Environment, fileKey, type Setting } from "./setting.ts";
import { type Config, SETTING_ROWS, SETTINGS } from "./settings.ts";

/** Raised at start with one line for each setting that is wrong: its name, what it is and what it should be. */
export class ConfigError extends Error {}

/**
 * Reads the environment and the files of secrets that it names, then the TOML
 * file named by `WAYPOST_CONFIG` (or `config.toml` in the data directory), then
 * the defaults.
 * Throws `ConfigError` listing every wrong setting at once.
 */
export function loadConfig(environment: Environment = process.env): Config {
  const home = environment[SETTINGS.home.variable] || SETTINGS.home.fallback(environment);
  const file = readConfigFile(environment.WAYPOST_CONFIG || join(home, "config.toml"), environment);
  const problems = unknownKeys(file);
  const values: Record<string, unknown> = {};
  for (const setting of SETTING_ROWS) {
    const { key, variable, schema, fallback, onlyInEnvironment } = setting;
    const secret = take(() => readSecretFile(setting, environment), problems);
    const given = environment[variable] || secret || (onlyInEnvironment ? undefined : file[fileKey(key)]);
    const value =
      given === undefined || given === "" ? fallbackOf(fallback, environment) : convert(given, schema);
    if (value !== undefined) values[key] = value;
  }
  for (const issue of Value.Errors(CONFIG_SCHEMA, values)) {
    const setting = SETTING_ROWS.find(({ key }) => key === issue.path.split("/")[1]);
    problems.push(
      `${setting?.variable ?? issue.path}: ${issue.message}${notThis(issue)} (${setting?.meaning ?? "unknown"})`,
    );
  }
  if (problems.length > 0)
    throw new ConfigError(`configuration is wrong:\n  ${[...new Set(problems)].join("\n  ")}`);
  return Value.Decode(CONFIG_SCHEMA, values) as Config;
}

const LONGEST_SHOWN = 60;

/** The given value of a setting that must be a number, or true or false, and so is no secret. */
function notThis({ schema: { type }, value }: ValueError): string {
  if (!["integer", "number", "boolean"].includes(type)) return "";
  if (typeof value === "string" && /^tcp:\/\/[\d.]+:\d+$/.test(value))
    return `, not the address that Kubernetes sets for a Service of the same name: set enableServiceLinks: false in the pod, or name the Service otherwise`;
  return `, not ${JSON.stringify(value).slice(0, LONGEST_SHOWN)}`;
}

/** The result of the work; undefined, and one more problem, when it throws. */
function take<Result>(work: () => Result, problems: string[]): Result | undefined {
  try {
    return work();
  } catch (cause) {
    problems.push(cause instanceof Error ? cause.message : String(cause));
    return undefined;
  }
}

const CONFIG_SCHEMA = Type.Object(
  Object.fromEntries(
    SETTING_ROWS.map(({ key, schema, fallback }) => [
      key,
      fallback === undefined ? Type.Optional(schema) : schema,
    ]),
  ),
);

function readConfigFile(path: string, environment: Environment): Record<string, unknown> {
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
  const known = SETTING_ROWS.filter((row) => !row.onlyInEnvironment).map(({ key }) => fileKey(key));
  return Object.keys(file)
    .filter((key) => !known.includes(key))
    .map((key) => `${key}: the file's settings are ${known.join(", ")}`);
}

function fallbackOf(fallback: Setting["fallback"], environment: Environment): unknown {
  return typeof fallback === "function" ? fallback(environment) : fallback;
}

/** Reads what an environment has as text. */
function convert(given: unknown, { type }: TSchema): unknown {
  if (typeof given !== "string") return given;
  if (type === "integer" && /^-?\d+$/.test(given)) return Number(given);
  if (type === "boolean" && (given === "true" || given === "false")) return given === "true";
  if (type === "array") {
    return given
      .split(",")
      .map((item) => item.trim())
      .filter((item) => item !== "");
  }
  return given;
}
