import { afterAll, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadMasterKey, MASTER_KEY_FILE, MasterKeyError } from "../../daemon/secrets/master-key.ts";

const root = mkdtempSync(join(tmpdir(), "waypost-master-key-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

function home(name: string): string {
  return join(root, name);
}

test("a configured key is used and no file is made", () => {
  const masterKey = Buffer.alloc(32, 7).toString("base64");
  const { id, key } = loadMasterKey({ masterKey, home: home("unused") });
  expect(Buffer.from(key)).toEqual(Buffer.alloc(32, 7));
  expect(id).toMatch(/^[0-9a-f]{8}$/);
  expect(readdirSync(root)).not.toContain("unused");
});

test("the first use makes a file that only its owner reads, the next reads it", () => {
  const first = loadMasterKey({ home: home("fresh") });
  expect(loadMasterKey({ home: home("fresh") })).toEqual(first);
  expect(statSync(home("fresh")).mode & 0o777).toBe(0o700);
  expect(statSync(join(home("fresh"), MASTER_KEY_FILE)).mode & 0o777).toBe(0o600);
  expect(readdirSync(home("fresh"))).toEqual([MASTER_KEY_FILE]);
});

test("two installations have different keys", () => {
  expect(loadMasterKey({ home: home("one") }).id).not.toBe(loadMasterKey({ home: home("two") }).id);
});

test("daemons that start at once agree on the key", async () => {
  const program = `import { loadMasterKey } from "${import.meta.dir}/../../daemon/secrets/master-key.ts";
    console.log(loadMasterKey({ home: process.argv[1] }).id);`;
  const started = Array.from({ length: 4 }, () =>
    Bun.spawn([process.execPath, "-e", program, home("raced")], { stdout: "pipe", stderr: "inherit" }),
  );
  const ids = await Promise.all(started.map((child) => new Response(child.stdout).text()));
  expect(new Set(ids).size).toBe(1);
  expect(ids[0]).toMatch(/^[0-9a-f]{8}\n$/);
});

test("a malformed key is refused, by its name, and left as it is", () => {
  loadMasterKey({ home: home("broken") });
  const path = join(home("broken"), MASTER_KEY_FILE);
  for (const text of ["", "short", `${Buffer.alloc(31).toString("base64")}`, `${"A".repeat(43)}=tail`]) {
    writeFileSync(path, text);
    expect(() => loadMasterKey({ home: home("broken") })).toThrow(MasterKeyError);
    expect(readFileSync(path, "utf8")).toBe(text);
  }
  expect(() => loadMasterKey({ masterKey: "not base64 at all!", home: root })).toThrow(/WAYPOST_MASTER_KEY/);
});

test("an unreadable key is an error, never a new key", () => {
  const path = join(home("unreadable"), MASTER_KEY_FILE);
  loadMasterKey({ home: home("unreadable") });
  rmSync(path);
  // a directory in its place cannot be read by root either
  mkdirSync(path);
  expect(() => loadMasterKey({ home: home("unreadable") })).toThrow(/cannot be read/);
});
