/** Another program's store, sent as its files: what it holds is said, nothing is stored, and hostile files do no harm. */
import { Database } from "bun:sqlite";
import { afterAll, beforeAll, expect, test } from "bun:test";
import { readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { openFolder } from "../../../cli/commands/channels/session/folder.ts";
import { type PairingSite, startPairingSite } from "../../gateway/support.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { startOwnClient } from "./own-client.ts";

const MOVED = "15557010061";
const folder = temporaryFolder("auth-info");
let site: PairingSite;
beforeAll(async () => {
  site = await startPairingSite();
  const own = await startOwnClient(site.web, folder, MOVED);
  await own.stop();
});
afterAll(() => site.stop());

const base64 = async (path: string) => Buffer.from(await Bun.file(path).bytes()).toString("base64");
const look = (files: Record<string, string>, more: object = {}) =>
  site.daemon.call("POST", "/v1/channels/session-stores", { files, ...more });

/** The files of the folder, as a browser names them. */
async function chosen(): Promise<Record<string, string>> {
  const names = await readdir(folder);
  const pairs = names.map(async (name) => [`auth_info/${name}`, await base64(join(folder, name))]);
  return Object.fromEntries(await Promise.all(pairs));
}

/** A database of SQLite that is made by these lines. */
async function database(...lines: string[]): Promise<string> {
  const path = join(temporaryFolder("upload"), "store.db");
  const made = new Database(path);
  for (const line of lines) made.run(line);
  made.close();
  return await base64(path);
}

test("what a folder holds is said, without a secret", async () => {
  const { status, body } = await look(await chosen());
  expect(status).toBe(200);
  expect(body).toMatchObject({
    kind: "a folder of Baileys",
    sessions: [{ name: "auth_info", number: MOVED, problem: null }],
  });
  const { noiseKey } = await Bun.file(join(folder, "creds.json")).json();
  expect(JSON.stringify(body)).not.toContain(noiseKey.private.data);
});

test("the session that is asked for is the one that the command reads", async () => {
  const { body } = await look(await chosen(), { session: "auth_info" });
  const { session } = await (await openFolder(folder)).read(basename(folder));
  expect(body.session).toEqual(JSON.parse(JSON.stringify(session)));
});

test("a torn file is named, and says how to mend it", async () => {
  const torn = Buffer.from('{"noiseKey":').toString("base64");
  const { status, body } = await look({ ...(await chosen()), "auth_info/creds.json": torn });
  expect(status).toBe(200);
  expect(body.sessions).toMatchObject([
    { number: null, problem: "auth_info/creds.json is torn: it is not whole JSON" },
  ]);
});

test("what a database says by its views is not asked: it may never end", async () => {
  const endless =
    "create view whatsmeow_device as with recursive n(jid) as (select 1 union all select jid + 1 from n) select jid from n";
  const { status, body } = await look({ "store.db": await database(endless) });
  expect(status).toBe(422);
  expect(body).toMatchObject({
    code: "session_unfit",
    detail: expect.stringContaining("has views, triggers"),
  });
});

test("the conditions of a database are not computed either", async () => {
  const big = "hex(zeroblob(900000000)) is not null";
  const held = await database(
    `create table whatsmeow_device (jid text, x int check (x is null or ${big}))`,
    "pragma ignore_check_constraints = on",
    "insert into whatsmeow_device values ('1', 7)",
  );
  const { status, body } = await look({ "store.db": held });
  expect([status, body.sessions?.length]).toEqual([200, 1]);
});

test("files that are no store say what to choose, and nothing is left of any", async () => {
  const { status, body } = await look({ "notes.txt": Buffer.from("hello").toString("base64") });
  expect([status, body.code]).toEqual([422, "session_unfit"]);
  expect(body.hint).toContain("creds.json");
  expect((await readdir(tmpdir())).filter((name) => name.startsWith("waypost-session-"))).toEqual([]);
});
