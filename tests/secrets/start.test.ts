/** A daemon without its database's master key says so and touches nothing. */
import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sharedDatabase } from "../support/shared-database.ts";
import { type Ended, runWaypostd } from "./waypostd.ts";

const home = mkdtempSync(join(tmpdir(), "waypost-start-"));
const keyFile = join(home, "master.key");
const database = sharedDatabase();
let key: string;

const environment = () => ({ DATABASE_URL: database.url, WAYPOST_HOME: home, WAYPOST_PORT: "0" });
const serve = (more: Record<string, string> = {}): Promise<Ended> =>
  runWaypostd(["serve"], { ...environment(), ...more });

beforeAll(async () => {
  const made = await runWaypostd(["init"], { ...environment(), HOME: home });
  expect(made).toMatchObject({ code: 0 });
  key = readFileSync(keyFile, "utf8");
});
beforeEach(() => {
  rmSync(keyFile, { force: true });
  writeFileSync(keyFile, key, { mode: 0o600 });
});
afterAll(async () => {
  rmSync(home, { recursive: true, force: true });
});

const sealed = async () =>
  await database.sql`select sealed_check from installation union all select sealed from derived_secrets`;

test("a deleted key file is an error, and no other key is made in its place", async () => {
  rmSync(keyFile);
  const { code, stderr } = await serve();
  expect(code).toBe(1);
  expect(stderr).toContain(`${keyFile} is missing, and the database has secrets that only it can decrypt`);
  expect(existsSync(keyFile)).toBe(false);
  expect(readdirSync(home).filter((name) => name.startsWith("master.key"))).toEqual([]);
});

test("another key is reported with both names, wherever it comes from", async () => {
  const before = await sealed();
  const other = Buffer.alloc(32, 9).toString("base64");
  writeFileSync(keyFile, other);
  const given = [{}, { WAYPOST_MASTER_KEY: other }, { WAYPOST_MASTER_KEY_COMMAND: `cat ${keyFile}` }];
  for (const { code, stderr } of await Promise.all(given.map(serve))) {
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /encrypted with the key [0-9a-f]{8}, but the configured keys are [0-9a-f]{8}; restore the right one/,
    );
    expect(stderr).not.toContain(other);
    expect(stderr).not.toContain("    at ");
  }
  expect(readFileSync(keyFile, "utf8")).toBe(other);
  expect(await sealed()).toEqual(before);
});

test("a truncated key, and one that other accounts may read, are refused and left alone", async () => {
  writeFileSync(keyFile, key.slice(0, 20));
  const truncated = await serve();
  expect(truncated).toMatchObject({ code: 1 });
  expect(truncated.stderr).toContain(`${keyFile} does not have a master key`);
  expect(truncated.stderr).not.toContain(key.slice(0, 20));
  writeFileSync(keyFile, key);
  chmodSync(keyFile, 0o644);
  const open = await serve();
  expect(open).toMatchObject({ code: 1 });
  expect(open.stderr).toContain("is open to other accounts (mode 644)");
});

test("with the right key everything is there again", async () => {
  const again = await runWaypostd(["init"], environment());
  expect(again).toMatchObject({
    code: 0,
    stderr:
      "There is an organisation already; nothing was changed. If its key is lost, create another: waypostd keys create\n",
  });
});
