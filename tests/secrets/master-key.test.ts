import { afterAll, expect, test } from "bun:test";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { MasterKey } from "../../daemon/secrets/envelope.ts";
import { exposedFiles } from "../../daemon/secrets/exposed-files.ts";
import { MASTER_KEY_FILE } from "../../daemon/secrets/key-file.ts";
import { type KeySettings, keySource } from "../../daemon/secrets/master-key.ts";
import { MasterKeyError } from "../../daemon/secrets/master-key-error.ts";

const root = mkdtempSync(join(tmpdir(), "waypost-master-key-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const KEYS = [Buffer.alloc(32, 7).toString("base64"), Buffer.alloc(32, 8).toString("base64")];

function home(name: string): string {
  return join(root, name);
}

function path(name: string): string {
  return join(home(name), MASTER_KEY_FILE);
}

/** The keys of a file in a new data directory. */
function madeIn(name: string): MasterKey[] {
  return keySource({ home: home(name) }).file?.make() ?? [];
}

async function read(settings: Partial<KeySettings>): Promise<MasterKey[] | null> {
  return await keySource({ home: home("unused"), ...settings }).read();
}

/** A program that prints, as a setting. */
function printing(text: string): string {
  return `cat ${mount(text)}`;
}

/** A file such as a mounted secret is, as a setting. */
function mount(text: string): string {
  const file = join(root, `${crypto.randomUUID()}.txt`);
  writeFileSync(file, text, { mode: 0o440 });
  return file;
}

test("a configured key is used and no file is made", async () => {
  const [key] = (await read({ masterKey: KEYS[0] })) ?? [];
  expect(Buffer.from(key?.key ?? [])).toEqual(Buffer.alloc(32, 7));
  expect(key?.id).toMatch(/^[0-9a-f]{8}$/);
  expect(readdirSync(root)).not.toContain("unused");
});

test("a key in the environment goes before a mounted one, that before a command, and a command before the file", async () => {
  const [inFile] = madeIn("precedence");
  const given = { home: home("precedence"), masterKeyCommand: printing(KEYS[1] ?? "") };
  const [first] = (await read({ ...given, masterKey: KEYS[0] })) ?? [];
  const [second] = (await read(given)) ?? [];
  const [third] = (await read({ home: home("precedence") })) ?? [];
  expect([first?.key[0], second?.key[0], third]).toEqual([7, 8, inFile]);
  const mounted = { ...given, masterKeyFile: mount(KEYS[0] ?? "") };
  expect((await read(mounted))?.map(({ key }) => key[0])).toEqual([7]);
  expect((await read({ ...mounted, masterKey: KEYS[1] }))?.map(({ key }) => key[0])).toEqual([8]);
});

test("a mounted key is read each time, as it is replaced in place, and is not missing quietly", async () => {
  const masterKeyFile = mount(KEYS[0] ?? "");
  const source = keySource({ home: home("unused"), masterKeyFile });
  expect((await source.read())?.map(({ key }) => key[0])).toEqual([7]);
  renameSync(mount(KEYS.join("\n")), masterKeyFile);
  expect((await source.read())?.map(({ key }) => key[0])).toEqual([7, 8]);
  rmSync(masterKeyFile);
  await expect(source.read()).rejects.toThrow(
    `WAYPOST_MASTER_KEY_FILE (${masterKeyFile}) cannot be read (ENOENT)`,
  );
});

test("several keys at once are distinguished, newest first", async () => {
  for (const text of [KEYS.join(" "), KEYS.join(","), `${KEYS.join("\n")}\n`]) {
    expect((await read({ masterKey: text }))?.map(({ key }) => key[0])).toEqual([7, 8]);
  }
});

test("there is no key before one is made, which only its owner reads and the next start finds", async () => {
  expect(await read({ home: home("fresh") })).toBeNull();
  const first = madeIn("fresh");
  expect(await read({ home: home("fresh") })).toEqual(first);
  expect(madeIn("fresh")).toEqual(first);
  expect(statSync(home("fresh")).mode & 0o777).toBe(0o700);
  expect(statSync(path("fresh")).mode & 0o777).toBe(0o600);
  expect(readdirSync(home("fresh"))).toEqual([MASTER_KEY_FILE]);
  expect(madeIn("another")).not.toEqual(first);
});

test("daemons that start at once agree on the key", async () => {
  const program = `import { keySource } from "${import.meta.dir}/../../daemon/secrets/master-key.ts";
    console.log(keySource({ home: process.argv[1] }).file.make()[0].id);`;
  const started = Array.from({ length: 4 }, () =>
    Bun.spawn([process.execPath, "-e", program, home("raced")], { stdout: "pipe", stderr: "inherit" }),
  );
  const ids = await Promise.all(started.map((child) => new Response(child.stdout).text()));
  expect(new Set(ids).size).toBe(1);
  expect(ids[0]).toMatch(/^[0-9a-f]{8}\n$/);
});

test("a new key goes before the others in the file, and each that is retired into a file of its own", () => {
  const [old] = madeIn("rotated");
  const file = keySource({ home: home("rotated") }).file;
  const [current, ...rest] = file?.add() ?? [];
  expect(rest).toEqual(old === undefined ? [] : [old]);
  const retired = file?.keepOnly(current?.id ?? "") ?? [];
  expect(retired).toEqual([`${path("rotated")}.retired-${old?.id}`]);
  expect(readFileSync(retired[0] ?? "", "utf8").trim()).toBe(Buffer.from(old?.key ?? []).toString("base64"));
  expect(readFileSync(path("rotated"), "utf8").trim()).toBe(
    Buffer.from(current?.key ?? []).toString("base64"),
  );
  for (const name of readdirSync(home("rotated")))
    expect(statSync(join(home("rotated"), name)).mode & 0o777).toBe(0o600);
});

test("a malformed or truncated key is refused, by its place, and left as it is", async () => {
  madeIn("broken");
  const whole = readFileSync(path("broken"), "utf8");
  const broken = [
    "",
    "short",
    whole.slice(0, 20),
    Buffer.alloc(31).toString("base64"),
    `${"A".repeat(43)}=tail`,
  ];
  for (const text of [...broken, `${whole}half-a-key`]) {
    writeFileSync(path("broken"), text);
    await expect(read({ home: home("broken") })).rejects.toThrow(MasterKeyError);
    await expect(read({ home: home("broken") })).rejects.toThrow(path("broken"));
    expect(readFileSync(path("broken"), "utf8")).toBe(text);
  }
  await expect(read({ masterKey: "not base64 at all!" })).rejects.toThrow(/WAYPOST_MASTER_KEY/);
});

test("an unreadable key is an error, never a new key", async () => {
  madeIn("unreadable");
  rmSync(path("unreadable"));
  // a directory in its place cannot be read by root either
  mkdirSync(path("unreadable"));
  await expect(read({ home: home("unreadable") })).rejects.toThrow(/cannot be read \(EISDIR\)/);
});

test("a key that other accounts may read is refused until its mode is put right", async () => {
  const keys = madeIn("open");
  for (const mode of [0o640, 0o604, 0o666]) {
    chmodSync(path("open"), mode);
    await expect(read({ home: home("open") })).rejects.toThrow(`mode ${mode.toString(8)}`);
  }
  chmodSync(path("open"), 0o400);
  expect(await read({ home: home("open") })).toEqual(keys);
});

test("a data directory or configuration that other accounts may read is named", () => {
  madeIn("exposed");
  const config = join(home("exposed"), "config.toml");
  writeFileSync(config, "", { mode: 0o600 });
  expect(exposedFiles(home("exposed"))).toEqual([]);
  chmodSync(home("exposed"), 0o755);
  chmodSync(config, 0o644);
  expect(exposedFiles(home("exposed"))).toEqual([
    { path: home("exposed"), mode: "755" },
    { path: config, mode: "644" },
  ]);
});
