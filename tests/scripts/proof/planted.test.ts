/** The bugs that are planted to try the checker still fit the code. */
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { PLANTED_BUGS } from "../../../scripts/lab/proof/planted/bugs.ts";
import { replaceOnce } from "../../../scripts/lab/proof/planted/copy.ts";

const ROOT = join(import.meta.dir, "../../..");

test.each(PLANTED_BUGS)("$name: $says", ({ changes }) => {
  for (const { file, is, becomes } of changes) {
    const text = readFileSync(join(ROOT, file), "utf8");
    expect(replaceOnce(text, is, becomes)).not.toBe(text);
  }
});
