/** The deployment files of docs/deploy, taken apart. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { ENVIRONMENT } from "../../cli/lib/command/environment-help.ts";
import { fileVariable } from "../../daemon/config/secret-files.ts";
import { SETTING_ROWS, SETTINGS } from "../../daemon/config/settings.ts";
import { ROOT } from "../../scripts/lib/run.ts";

export const DEPLOY = join(ROOT, "docs/deploy");

export function textOf(name: string): string {
  return readFileSync(join(DEPLOY, name), "utf8");
}

/** `Name=value` lines of a unit; a name may come several times. */
export function readUnit(): Map<string, string[]> {
  const lines = textOf("waypostd.service").split("\n");
  const settings = new Map<string, string[]>();
  for (const line of lines) {
    const [, name, value] = /^(\w+)=(.*)$/.exec(line) ?? [];
    if (name !== undefined) settings.set(name, [...(settings.get(name) ?? []), value ?? ""]);
  }
  return settings;
}

/** The stages of the container file. */
export const [BUILD, ACCOUNT, IMAGE] = [0, 1, 2];

/** An instruction of the container file: `COPY` and its words; its stage, counted from 0. */
export type Instruction = { stage: number; name: string; text: string; words: string[] };

function readContainerfile(): Instruction[] {
  let stage = -1;
  return textOf("Containerfile")
    .replace(/\\\n/g, " ")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => {
      const [name = "", ...words] = line.split(/\s+/);
      if (name === "FROM") stage += 1;
      return { stage, name, text: words.join(" "), words };
    });
}

export function instructions(name: string, stage: number): Instruction[] {
  return readContainerfile().filter((one) => one.name === name && one.stage === stage);
}

type Service = {
  image?: string;
  build?: { context: string; dockerfile: string };
  depends_on?: Record<string, { condition: string }>;
  environment?: Record<string, string>;
  healthcheck?: { test: string[] };
  ports?: string[];
  read_only?: boolean;
  secrets?: string[];
  stop_grace_period?: string;
  volumes?: string[];
};
export type Compose = {
  services: Record<string, Service>;
  volumes: Record<string, unknown>;
  secrets?: Record<string, { file: string }>;
};

export function readCompose(name: "compose.yaml" | "compose.production.yaml"): Compose {
  return parse(textOf(name)) as Compose;
}

/** Every name in a text that looks like a variable of ours, and is none. */
export function unknownVariables(text: string): string[] {
  const known = new Set([
    ...SETTING_ROWS.map(({ variable }) => variable),
    ...Object.keys(ENVIRONMENT),
    "WAYPOST_CONFIG",
    ...SETTING_ROWS.map((setting) => fileVariable(setting) ?? ""),
  ]);
  return (text.match(/WAYPOST_\w+/g) ?? []).filter((name) => !known.has(name));
}

/**
 * The longest duration of a stop by default, in seconds: work in progress, then the last writes (docs/operations.md).
 */
export const STOP_SECONDS = SETTINGS.shutdownSeconds.fallback + 25;
