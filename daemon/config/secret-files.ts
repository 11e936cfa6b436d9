import { readFileSync } from "node:fs";
import type { Environment, Setting } from "./setting.ts";

/** The variable that names a file with the setting's value, as container engines mount secrets; null for other settings. */
export function fileVariable({ variable, secret }: Setting): string | null {
  return secret ? `${variable}_FILE` : null;
}

/**
 * The content of the file that a variable such as `DATABASE_URL_FILE` names, without the line break at its end;
 * undefined when none is named. Throws a sentence for a file that can't be read or is empty, and for a value that is
 * given twice.
 */
export function readSecretFile(setting: Setting, environment: Environment): string | undefined {
  const variable = fileVariable(setting);
  const path = variable === null ? undefined : environment[variable];
  if (!path) return undefined;
  if (environment[setting.variable])
    throw new Error(`${setting.variable} and ${variable} are both set; keep one of them`);
  const text = textOf(path, `${variable} names ${path}`);
  if (text === "") throw new Error(`${variable} names ${path}, which is empty`);
  return text;
}

function textOf(path: string, named: string): string {
  try {
    return readFileSync(path, "utf8").trim();
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? String(cause.code) : "unknown";
    throw new Error(`${named}, which can't be read (${code})`);
  }
}
