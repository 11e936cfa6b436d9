import { mkdir, rm, statfs, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { createRoom, type Room } from "../../health/room.ts";
import { isStorageFailure } from "../../lib/disk/storage-failure.ts";
import type { MediaStore } from "./store.ts";

/** With less left on the disk, hardly any file can come. */
const LEAST_BYTES = 1024 ** 2;

/** Whether files can be stored, and the store whose failures say so. */
export type FileRoom = Room & { store: MediaStore };

/** Watches a store, and the disk that files come to first; what failed is tried again with a file of our own. */
export function createFileRoom(watched: MediaStore, incoming: string): FileRoom {
  const room = createRoom(isStorageFailure, () => takesFile(watched, incoming));

  async function noted<Value>(work: Promise<Value>): Promise<Value> {
    return await work.catch((cause) => {
      room.note(cause);
      throw cause;
    });
  }

  return {
    note: room.note,
    isThere: async () => (await hasSpace(incoming)) && (await room.isThere()),
    store: {
      put: (...given) => noted(watched.put(...given)),
      open: (...given) => noted(watched.open(...given)),
      remove: (...given) => noted(watched.remove(...given)),
    },
  };
}

async function takesFile(store: MediaStore, incoming: string): Promise<boolean> {
  const name = `probe.${crypto.randomUUID()}`;
  const path = `${incoming}/${name}`;
  await mkdir(incoming, { recursive: true, mode: 0o700 });
  try {
    await writeFile(path, new Uint8Array(LEAST_BYTES));
    await store.put(name, path, "application/octet-stream");
    await store.remove(name);
    return true;
  } finally {
    await rm(path, { force: true });
  }
}

/** A data folder that is not there is not known to be on a full disk. */
async function hasSpace(incoming: string): Promise<boolean> {
  const home = dirname(dirname(incoming));
  const found = await statfs(incoming).catch(() => statfs(home).catch(() => null));
  return found === null || found.bavail * found.bsize >= LEAST_BYTES;
}
