/** Compiles the two programs, and writes the licences of what is in them and the browser's extension beside them. */
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type CompileOptions, compile } from "./compile.ts";
import { noticesOf, packagesOf } from "./notices.ts";
import { ROOT } from "./run.ts";

const ENTRIES = { waypost: "cli/main.ts", waypostd: "daemon/main.ts" };

/** The browser's extension for passkeys: it is loaded as it is. */
export const EXTENSION = "passkey-extension";

/** Their names. */
export const PROGRAMS = Object.keys(ENTRIES);

/** Writes `waypost`, `waypostd`, `THIRD-PARTY-NOTICES` and `passkey-extension` into `folder`. Throws with the reasons of the compiler. */
export async function writeExecutables(folder: string, options: CompileOptions = {}): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const files: Record<string, string[]> = {};
  for (const [name, entry] of Object.entries(ENTRIES)) {
    files[name] = await compile(join(ROOT, entry), join(folder, name), options).catch((cause: unknown) => {
      const reasons = cause instanceof AggregateError ? cause.errors : [cause];
      throw new Error(`${name} could not be compiled:\n${reasons.map(String).join("\n")}`);
    });
  }
  writeFileSync(join(folder, "THIRD-PARTY-NOTICES"), noticesOf(packagesOf(files)));
  cpSync(join(ROOT, "daemon/page/extension"), join(folder, EXTENSION), { recursive: true });
}
