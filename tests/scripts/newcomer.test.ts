/** A newcomer's path, from the clone to the replay of a delivery, with the documented commands alone. */

import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dir, "../..");
const canClone = existsSync(join(ROOT, ".git")) && Bun.which("git") !== null;
if (!canClone)
  process.stdout.write("This is no git checkout, or there is no git: a newcomer's path is not walked.\n");

test.skipIf(!canClone)(
  "everything is as documented",
  async () => {
    const child = Bun.spawn(["scripts/newcomer"], {
      cwd: ROOT,
      stdin: "ignore",
      stdout: "pipe",
      stderr: "pipe",
    });
    const [code, transcript] = await Promise.all([child.exited, child.stdout.text(), child.stderr.text()]);
    if (code !== 0) process.stdout.write(transcript);
    expect(transcript).toContain("Everything was as documented");
    expect(code).toBe(0);
  },
  300_000,
);
