import { Database } from "bun:sqlite";
import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { createMemory, type Memory } from "./keep.ts";

/**
 * A memory in a SQLite file, made when there is none: it outlives the process. What changes while
 * the program is busy is written at once when it is not, in one transaction.
 */
export function openMemory(path: string): Memory {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const database = new Database(path, { create: true });
  database.run("pragma journal_mode = wal");
  database.run("pragma synchronous = off");
  database.run("create table if not exists kept (key text primary key, value text not null) without rowid");
  const memory = createMemory(
    database.query<{ key: string; value: string }, []>("select key, value from kept").all().map(pairOf),
  );
  const writer = createWriter(database);
  return {
    get: memory.get,
    keys: memory.keys,
    set(key, value) {
      memory.set(key, value);
      writer.change(key, value);
    },
    delete(key) {
      memory.delete(key);
      writer.change(key, null);
    },
    clear() {
      for (const key of memory.keys("")) writer.change(key, null);
      memory.clear();
    },
    close() {
      writer.write();
      database.close();
    },
  };
}

function pairOf({ key, value }: { key: string; value: string }): [string, string] {
  return [key, value];
}

function createWriter(database: Database) {
  const put = database.query("insert or replace into kept (key, value) values (?, ?)");
  const remove = database.query("delete from kept where key = ?");
  const changes = new Map<string, string | null>();
  let planned: Timer | undefined;
  const writeAll = database.transaction(() => {
    for (const [key, value] of changes) {
      if (value === null) remove.run(key);
      else put.run(key, value);
    }
  });
  const write = () => {
    clearTimeout(planned);
    planned = undefined;
    writeAll();
    changes.clear();
  };
  return {
    write,
    /** Null: the key is gone. */
    change(key: string, value: string | null) {
      changes.set(key, value);
      planned ??= setTimeout(write);
    },
  };
}
