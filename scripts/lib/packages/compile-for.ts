/** Compiles the programs for another kind of machine than this one. */
import { join } from "node:path";
import type { CompileOptions } from "../compile.ts";
import { PROGRAMS, writeExecutables } from "../executables.ts";
import { signAdHoc } from "./mac-signature.ts";
import { packageFolder } from "./runtimes.ts";
import type { Target } from "./targets.ts";

/** Writes what runs there into `folder`, made of a Bun that was fetched. Throws with the reasons of the compiler. */
export async function compileFor(
  target: Target,
  runtimes: string,
  folder: string,
  options: Pick<CompileOptions, "withOptional">,
): Promise<void> {
  const executablePath = join(packageFolder(runtimes, target.runtime), "bin", "bun");
  await writeExecutables(folder, { ...options, runtime: { target: target.bun, executablePath } });
  if (target.name === "darwin-x64") for (const name of PROGRAMS) signAdHoc(join(folder, name));
}
