import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { $ } from "bun";
import { ROOT } from "../../../lib/run.ts";
import type { PlantedBug } from "./bugs.ts";

export type Copy = { folder: string; remove(): void };

/** A copy of the checkout, what is not committed included, with a bug in it. */
export async function copyCheckout({ changes }: PlantedBug): Promise<Copy> {
  const folder = mkdtempSync(join(tmpdir(), "waypost-planted-"));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    const listed = await $`git ls-files -z --cached --others --exclude-standard`.cwd(ROOT).text();
    for (const path of listed.split("\0").filter(Boolean)) cpSync(join(ROOT, path), join(folder, path));
    symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
    for (const { file, is, becomes } of changes) {
      const text = readFileSync(join(folder, file), "utf8");
      writeFileSync(join(folder, file), replaceOnce(text, is, becomes));
    }
    return { folder, remove };
  } catch (cause) {
    remove();
    throw cause;
  }
}

/** Throws unless the text has it exactly once. */
export function replaceOnce(text: string, is: string, becomes: string): string {
  const parts = text.split(is);
  if (parts.length !== 2) throw new Error(`${parts.length - 1} places in place of one have: ${is}`);
  return parts.join(becomes);
}
