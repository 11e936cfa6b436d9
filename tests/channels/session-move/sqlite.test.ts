/** A file of SQLite is read as it would be by its own program, from a copy of which nothing is left. */
import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { copyFile, mkdir, readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openStore } from "../../../cli/commands/channels/session/open-store.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const folder = temporaryFolder("sqlite");

/** A database of one session, which stays open. */
function database(name: string, mode: string): Database {
  const made = new Database(join(folder, name));
  made.run(`pragma journal_mode = ${mode}`);
  made.run("create table whatsmeow_device (jid text, more text)");
  made.run("insert into whatsmeow_device values ('1', '')");
  return made;
}

async function namesOf(path: string): Promise<readonly string[]> {
  const store = await openStore(path);
  await store.close();
  return store.names;
}

const copies = async () => (await readdir(tmpdir())).filter((name) => name.startsWith("waypost-session-"));

test("what is not in the file itself yet is read", async () => {
  const open = database("wal.db", "wal");
  expect(await namesOf(join(folder, "wal.db"))).toEqual(["1"]);
  open.close();
});

test("what was only half written is undone", async () => {
  const open = database("whole.db", "delete");
  open.run(`insert into whatsmeow_device values ${Array(200).fill("('1', randomblob(4000))").join(", ")}`);
  // so that pages are written before the end of the transaction
  open.run("pragma cache_size = 1");
  open.run("begin");
  open.run("update whatsmeow_device set jid = 'half'");
  const killed = join(folder, "killed.db");
  await copyFile(join(folder, "whole.db"), killed);
  await copyFile(join(folder, "whole.db-journal"), `${killed}-journal`);
  expect([...new Set(await namesOf(killed))]).toEqual(["1"]);
  open.close();
});

test("while it is read there is no copy that anybody else could find", async () => {
  const open = database("open.db", "wal");
  const store = await openStore(join(folder, "open.db"));
  expect(await copies()).toEqual([]);
  await store.close();
  open.close();
});

test("what can't be copied whole is not read at all, and nothing of it is left", async () => {
  const open = database("unreadable.db", "delete");
  await mkdir(join(folder, "unreadable.db-wal"));
  await expect(openStore(join(folder, "unreadable.db"))).rejects.toThrow(
    /unreadable.db can't be copied to .*: E/,
  );
  expect(await copies()).toEqual([]);
  open.close();
});
