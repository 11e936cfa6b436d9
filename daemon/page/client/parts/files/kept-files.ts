import { BASE } from "../../api/root.ts";

/** A file that is kept in this browser. Its place says in which box it is, and whose that is. */
type Kept = { key: string; place: string; size: number; at: number };

/** So much is kept for each user; what is beyond lasts as long as the page. */
const MOST_BYTES = 200 * 2 ** 20;
const STORE = "files";

/** Keeps a file, in place of the one that had its key. What is changed or forgotten afterwards finds it. */
export async function keepFile(one: Kept): Promise<void> {
  const user = one.place.slice(0, one.place.lastIndexOf(":") + 1);
  await inStore("readwrite", (files) => {
    const found: IDBRequest<Kept[]> = files.getAll();
    found.onsuccess = () => {
      const others = found.result.filter(({ key, place }) => key !== one.key && place.startsWith(user));
      if (others.reduce((sum, { size }) => sum + size, one.size) <= MOST_BYTES) files.put(one);
    };
    return found;
  });
}

/** Changes what is known of a file that is kept still. */
export async function changeKept(key: string, part: object): Promise<void> {
  await inStore("readwrite", (files) => {
    const found: IDBRequest<Kept | undefined> = files.get(key);
    found.onsuccess = () => found.result && files.put({ ...found.result, ...part });
    return found;
  });
}

/** The files that are kept for places which begin so, oldest first. */
export async function keptFiles<One extends Kept>(beginning: string): Promise<One[]> {
  const all = (await inStore("readonly", (files): IDBRequest<One[]> => files.getAll())) ?? [];
  const wanted = all.filter(({ place }) => place.startsWith(beginning));
  return wanted.toSorted((one, other) => one.at - other.at);
}

export async function forgetFile(key: string): Promise<void> {
  await inStore("readwrite", (files) => files.delete(key));
}

/** Forgets the files of places that begin so. */
export async function forgetFiles(beginning: string): Promise<void> {
  for (const { key } of await keptFiles(beginning)) await forgetFile(key);
}

let opened: Promise<IDBDatabase> | null = null;

/** Resolves when it is done; with undefined where browsers keep nothing. */
async function inStore<Value>(
  mode: IDBTransactionMode,
  work: (files: IDBObjectStore) => IDBRequest<Value>,
): Promise<Value | undefined> {
  try {
    opened ??= open();
    const turn = (await opened).transaction(STORE, mode);
    const asked = work(turn.objectStore(STORE));
    await new Promise((resolve, reject) => {
      turn.oncomplete = resolve;
      turn.onabort = () => reject(turn.error);
    });
    return asked.result;
  } catch {
    return undefined;
  }
}

async function open(): Promise<IDBDatabase> {
  const asked = indexedDB.open(`waypost-files${BASE}`, 1);
  return await new Promise((resolve, reject) => {
    asked.onupgradeneeded = () => asked.result.createObjectStore(STORE, { keyPath: "key" });
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
  });
}
