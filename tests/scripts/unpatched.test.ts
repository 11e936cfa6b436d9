/**
 * The tests that each patch of a dependency is there for, in a copy of the checkout whose package is not patched: one
 * that passes there has been mended upstream, and its patch can go. The driver's are in tests/db/driver. Needs git.
 */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ROOT } from "../../scripts/lib/run.ts";

const COPIED = /^(cli|daemon|db|docs|scripts|tests)$|\.(json|toml|md)$/;
const PATCHES = join(ROOT, "scripts/patches");

let copy: string;

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), "waypost-unpatched-"));
  for (const name of readdirSync(ROOT).filter((one) => COPIED.test(one)))
    cpSync(join(ROOT, name), join(copy, name), { recursive: true });
  mkdirSync(join(copy, "node_modules"));
  for (const name of readdirSync(join(ROOT, "node_modules")))
    symlinkSync(join(ROOT, "node_modules", name), join(copy, "node_modules", name));
});
afterAll(() => rmSync(copy, { recursive: true }));

test.each([
  ["baileys", "tests/providers/whatsapp-web/kept-sessions.test.ts", "without new keys"],
  ["baileys", "tests/providers/whatsapp-web/own-fetch.test.ts", "through the tunnel"],
  ["graphile-worker", "tests/lanes/lost-runner.test.ts", "can't give its jobs back"],
  ["graphile-worker", "tests/scripts/working-folder.test.ts", "no configuration is run"],
])("without the patch of %s, %s fails", async (name, file, title) => {
  unpatch(name);
  const child = Bun.spawn([process.execPath, "--no-env-file", "test", "--timeout=60000", file, "-t", title], {
    cwd: copy,
    stdout: "ignore",
    stderr: "pipe",
  });
  expect(await child.stderr.text()).toMatch(new RegExp(`\\(fail\\).*${title}`));
});

/** In place of the link to the patched one. */
function unpatch(name: string): void {
  const folder = join(copy, "node_modules", name);
  rmSync(folder, { recursive: true });
  cpSync(join(ROOT, "node_modules", name), folder, { recursive: true, dereference: true });
  const [patch = ""] = readdirSync(PATCHES).filter((one) => one.startsWith(`${name}@`));
  const undone = Bun.spawnSync(["git", "apply", "--reverse", join(PATCHES, patch)], { cwd: folder });
  expect(undone.stderr.toString()).toBe("");
}
