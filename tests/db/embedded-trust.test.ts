/** Postgres is only run from where no other account can change its programs. */
import { afterAll, expect, test } from "bun:test";
import { chmodSync, chownSync, mkdirSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { changeableByOthers } from "../../db/embedded/trust.ts";
import { removeTemporaryFolders, temporaryFolder } from "../support/clusters.ts";
import { IS_ROOT } from "../support/root.ts";

const NOBODY = 65_534;

afterAll(removeTemporaryFolders);

/** A folder with a program in it, below a folder in the sticky one for temporary files. */
function programs() {
  const above = realpathSync(temporaryFolder());
  const folder = join(above, "postgres");
  const program = join(folder, "bin", "postgres");
  mkdirSync(join(folder, "bin"), { recursive: true });
  writeFileSync(program, "");
  return { above, folder, program };
}

test("its own files are trusted, also below a folder that is everybody's but sticky", () => {
  const { folder } = programs();
  expect(changeableByOthers(folder, import.meta.path)).toBeNull();
});

test.each(["above", "folder", "program"] as const)("not when everybody can write: %s", (which) => {
  const made = programs();
  chmodSync(made[which], 0o777);
  expect(changeableByOthers(made.folder, import.meta.path)).toBe(made[which]);
});

test("a link leads to what is looked at", () => {
  const { above, folder } = programs();
  chmodSync(above, 0o777);
  const link = join(temporaryFolder(), "postgres");
  symlinkSync(folder, link);
  expect(changeableByOthers(link, import.meta.path)).toBe(above);
});

test.skipIf(!IS_ROOT)("not when somebody else owns them, unless that account owns what runs already", () => {
  const { folder, program } = programs();
  chownSync(program, NOBODY, NOBODY);
  expect(changeableByOthers(folder, import.meta.path)).toBe(program);
  expect(changeableByOthers(folder, program)).toBeNull();
});

test.skipIf(!IS_ROOT)("not when a group of several can write", () => {
  const { folder, program } = programs();
  chmodSync(program, 0o775);
  expect(changeableByOthers(folder, import.meta.path)).toBeNull();
  chownSync(program, 0, NOBODY);
  expect(changeableByOthers(folder, import.meta.path)).toBe(program);
});
