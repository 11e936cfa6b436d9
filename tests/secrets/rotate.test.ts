import { beforeEach, expect, test } from "bun:test";
import { randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createLog } from "../../daemon/lib/log.ts";
import { checkMasterKey } from "../../daemon/secrets/check.ts";
import { createSecrets, type Keyring, keyIdOf } from "../../daemon/secrets/envelope.ts";
import { createKeyRotationFollower } from "../../daemon/secrets/key-rotation-follower.ts";
import { keySource } from "../../daemon/secrets/master-key.ts";
import { RotationError } from "../../daemon/secrets/master-key-error.ts";
import { rotateMasterKey } from "../../daemon/secrets/rotate.ts";
import { SEALED_COLUMNS } from "../../daemon/start/sealed-columns.ts";
import { beat } from "../../db/lanes/daemons.ts";
import { masterKeyState } from "../../db/secrets/secrets.ts";
import { daemonProgram } from "../support/programs.ts";
import { sharedDatabase } from "../support/shared-database.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { until } from "../support/until.ts";

const ABOUT = { roles: [], version: "0.0.0", functions: null, newestMigration: "" };

const QUICK = { patienceMs: 500, settlingMs: 0 };
let home: string;
const database = sharedDatabase();
let keyring: Keyring;

beforeEach(async () => {
  home = temporaryFolder("rotate");
  const keys = keySource({ home }).file?.make() ?? [];
  keyring = createSecrets(keys);
  await database.sql`truncate installation, derived_secrets, daemons, web_messages`;
  await checkMasterKey(database.sql, keyring);
});

const rotate = (more: object = {}) =>
  rotateMasterKey({
    sql: database.sql,
    keyring,
    source: keySource({ home }),
    columns: SEALED_COLUMNS,
    ...QUICK,
    ...more,
  });

async function sealMessages(count: number): Promise<void> {
  const rows = Array.from({ length: count }, (_, n) => ({
    organization_id: "org",
    channel_id: "ch",
    provider_message_id: `m${n}`,
    remote_jid: "j",
    from_me: true,
    sealed: keyring.encrypt(`text ${n}`, `channel ch message m${n}`),
  }));
  for (let start = 0; start < count; start += 1000)
    await database.sql`insert into web_messages ${database.sql(rows.slice(start, start + 1000))}`;
}

/** The ids of the keys that messages are sealed with, and whether all of them open. */
async function sealedWith(): Promise<Set<string | null>> {
  const rows = await database.sql<{ id: string; sealed: string }[]>`
    select provider_message_id as id, sealed from web_messages`;
  for (const { id, sealed } of rows)
    expect(keyring.decrypt(sealed, `channel ch message ${id}`)).toBe(`text ${id.slice(1)}`);
  return new Set(rows.map(({ sealed }) => keyIdOf(sealed)));
}

test("everything is sealed again, batch by batch, and derived secrets stay", async () => {
  await sealMessages(450);
  const pepper = keyring.derive("api keys");
  const old = keyring.current();
  const { key, resealed, retired } = await rotate();
  expect(key).not.toBe(old);
  expect(resealed.get("web_messages.sealed")).toEqual({ rows: 450, unreadable: 0 });
  expect(await sealedWith()).toEqual(new Set([key]));
  expect(retired).toEqual([join(home, `master.key.retired-${old}`)]);
  const started = createSecrets((await keySource({ home }).read()) ?? []);
  await checkMasterKey(database.sql, started);
  expect(started.ids()).toEqual([key]);
  expect(started.derive("api keys")).toEqual(pepper);
});

test("killed at any moment, it is continued by the next one, which makes no third key", async () => {
  await sealMessages(3000);
  const environment = { PATH: process.env.PATH ?? "", WAYPOST_HOME: home, DATABASE_URL: database.url };
  const spawned = Bun.spawn([...daemonProgram(), "secrets", "rotate"], {
    env: environment,
    stdout: "ignore",
    stderr: "pipe",
  });
  let said = "";
  for await (const chunk of spawned.stderr) {
    said += Buffer.from(chunk).toString();
    if (said.includes("Encrypting what is stored again")) break;
  }
  spawned.kill("SIGKILL");
  await spawned.exited;
  keyring = createSecrets((await keySource({ home }).read()) ?? []);
  expect(keyring.ids()).toHaveLength(2);
  await checkMasterKey(database.sql, keyring);
  // Postgres may still be at work for the one that was killed, and keep its lock meanwhile
  const isAlone = async () =>
    (
      await database.sql`select from pg_locks where locktype = 'advisory' and objsubid = 1
      and (classid::bigint << 32 | objid::bigint) = hashtext('waypost.rotation')`
    ).length === 0;
  await until(isAlone);
  const { key, continued } = await rotate();
  expect(continued).toBe(true);
  expect(await sealedWith()).toEqual(new Set([key]));
  expect((await keySource({ home }).read())?.map(({ id }) => id)).toEqual([key]);
});

test("a daemon that doesn't learn the key holds it up: nothing is sealed with a key that one can't open", async () => {
  await sealMessages(3);
  const old = keyring.current();
  await beat(database.sql, "dmn_elsewhere", { ...ABOUT, workerPools: [] });
  await expect(rotate()).rejects.toThrow(/the daemons dmn_elsewhere do not know the key .* LoadCredential/);
  await rotate().catch(() => {});
  expect(await sealedWith()).toEqual(new Set([old]));
  expect((await keySource({ home }).read())?.map(({ id }) => id)).toContain(old);
  await database.sql`delete from daemons`;
  const { key } = await rotate();
  expect(await sealedWith()).toEqual(new Set([key]));
});

test("a secret that no key opens is left as it is, and then the old key stays in the file", async () => {
  await sealMessages(3);
  const lost = createSecrets([{ id: "deadbeef", key: randomBytes(32) }]).encrypt(
    "x",
    "channel ch message m1",
  );
  await database.sql`update web_messages set sealed = ${lost} where provider_message_id = 'm1'`;
  const { resealed, retired } = await rotate();
  expect(resealed.get("web_messages.sealed")).toEqual({ rows: 2, unreadable: 1 });
  expect(retired).toEqual([]);
  expect(await keySource({ home }).read()).toHaveLength(2);
  const [row] = await database.sql`select sealed from web_messages where provider_message_id = 'm1'`;
  expect(row?.sealed).toBe(lost);
});

test("a key of the environment is changed by putting a new one before it", async () => {
  const old = readFileSync(join(home, "master.key"), "utf8").trim();
  const given = (masterKey: string) => ({ source: keySource({ home: "/nonexistent", masterKey }) });
  await expect(rotate(given(old))).rejects.toThrow(/WAYPOST_MASTER_KEY has only the current key/);
  const added = Buffer.alloc(32, 5).toString("base64");
  const { key } = await rotate(given(`${added} ${old}`));
  keyring = createSecrets((await given(added).source.read()) ?? []);
  await checkMasterKey(database.sql, keyring);
  expect(keyring.ids()).toEqual([key]);
});

test("only one rotation runs", async () => {
  await beat(database.sql, "dmn_elsewhere", { ...ABOUT, workerPools: [] });
  const results = await Promise.allSettled([rotate(), rotate()]);
  const reasons = results.map((result) => (result.status === "rejected" ? result.reason : null));
  expect(reasons.every((reason) => reason instanceof RotationError)).toBe(true);
  expect(reasons.map(String).join()).toContain("another rotation of the master key runs");
});

test("a key that the command prints is read again by a running keyring", async () => {
  const printed = join(home, "printed");
  const old = readFileSync(join(home, "master.key"), "utf8").trim();
  writeFileSync(printed, `${Buffer.alloc(32, 6).toString("base64")}\n${old}\n`);
  const { key, retired } = await rotate({ source: keySource({ home, masterKeyCommand: `cat ${printed}` }) });
  expect(keyring.current()).toBe(key);
  expect(retired).toEqual([]);
});

test("a daemon that can't read a new key at first reads it a moment later", async () => {
  const source = keySource({ home });
  const followed = createSecrets((await source.read()) ?? []);
  let reads = 0;
  const follower = createKeyRotationFollower({
    ...{ sql: database.sql, keyring: followed, daemonId: "dmn_other", log: createLog("silent") },
    source: {
      name: source.name,
      async read() {
        if (reads++ === 0) throw new Error("not now");
        return await source.read();
      },
    },
  });
  await follower.start();
  const rotating = rotate({ patienceMs: 5000 });
  await until(async () => (await masterKeyState(database.sql)).announced_key !== null);
  follower.look();
  await until(() => followed.ids().length === 2);
  await rotating;
  await follower.stop();
});
