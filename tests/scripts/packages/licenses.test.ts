/** The licenses in an archive of the libraries that come with its Postgres. */
import { afterAll, expect, test } from "bun:test";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { libraryNotices } from "../../../scripts/lib/library-notices.ts";
import { layOut } from "../../../scripts/lib/packages/archives.ts";
import { TARGETS } from "../../../scripts/lib/packages/targets.ts";
import { ROOT } from "../../../scripts/lib/run.ts";
import { removeTemporaryFolders, temporaryFolder } from "../../support/clusters.ts";

/** In the packages for macOS, of which the tests have none. */
const MAC = ["com_err.3.0", "crypto.3", "edit.0", "gssapi_krb5.2.2", "iconv.2", "icudata.77.1"]
  .concat(["icui18n.77.1", "icuuc.77.1", "intl.8", "k5crypto.3.1", "krb5.3.3", "krb5support.1.1"])
  .concat(["lz4.1.10.0", "pq-oauth-18", "pq.5", "ssl.3", "uuid.1.1", "xml2.16", "z.1.3.2", "zstd.1.5.7"])
  .map((name) => `lib${name}.dylib`);

const target = TARGETS.find(({ name }) => name === `${process.platform}-${process.arch}`);
const postgres = join(ROOT, "node_modules", target?.postgres ?? "");

afterAll(removeTemporaryFolders);

test.skipIf(target?.postgres === undefined)(
  "an archive's notices have a licence for each library in it",
  () => {
    const archive = laidOut(postgres);
    const notices = readFileSync(join(archive, "THIRD-PARTY-NOTICES"), "utf8");
    expect(notices).toStartWith("what is in the executables\n");
    const sections = notices.split(/^-{80}\n\n/m).slice(1);
    expect(sections.filter((section) => section.length < 800)).toEqual([]);
    const libraries = readdirSync(join(archive, "postgres/native/lib"), { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => name);
    expect(libraries).toContain("libicuuc.so.60.2");
    const named = sections.flatMap((section) => /^In: .*\((.*)\)$/m.exec(section)?.[1]?.split(", ") ?? []);
    expect(libraries.filter((name) => !named.includes(name))).toEqual([]);
  },
);

test("there is a licence for each library in the archives for macOS", () => {
  const notices = libraryNotices(MAC).join("");
  expect(MAC.filter((name) => !notices.includes(name))).toEqual([]);
  expect(notices).toContain("GNU LESSER GENERAL PUBLIC LICENSE");
  expect(notices).toContain("Apache License");
});

test("a library that there is no licence of is refused", () => {
  expect(() => libraryNotices(["libz.so.1", "libnew.so.1"])).toThrow(
    "There is no licence text for libnew.so.1.",
  );
});

/** An archive's folder with this Postgres in it. */
function laidOut(postgres: string): string {
  const [executables, folder] = [temporaryFolder(), join(temporaryFolder(), "archive")];
  mkdirSync(executables, { recursive: true });
  writeFileSync(join(executables, "THIRD-PARTY-NOTICES"), "what is in the executables\n");
  const target = TARGETS[0];
  if (target === undefined) throw new Error("there are no targets");
  layOut({ target, version: "1.0.0", executables, postgres, releases: null }, folder);
  return folder;
}
