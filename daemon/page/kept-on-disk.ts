import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { deserialize, serialize } from "node:v8";
import type { Bundle } from "./bundle.ts";

/**
 * The bundle that is kept under a key in a folder, or else the one that `build` makes, which is kept from then on. On a
 * full disk, and where nothing may be written, it is in memory alone. Rejects with what `build` rejects with.
 */
export async function keptOnDisk(folder: string, key: string, build: () => Promise<Bundle>): Promise<Bundle> {
  const path = join(folder, key);
  const found = await read(path);
  if (found !== null) return found;
  const bundle = await build();
  const unfinished = `${path}.${process.pid}`;
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(unfinished, serialize(await pack(bundle)));
    renameSync(unfinished, path);
    // those of earlier source are of no more use
    for (const other of readdirSync(folder))
      if (other !== key && !other.includes(".")) rmSync(join(folder, other), { force: true });
  } catch {
    await Bun.file(unfinished)
      .delete()
      .catch(() => {});
  }
  return bundle;
}

/** Null where there is none, or one that a full disk or a crash has cut off. */
async function read(path: string): Promise<Bundle | null> {
  try {
    return unpack(deserialize(await Bun.file(path).bytes()));
  } catch {
    return null;
  }
}

type Packed = Omit<Bundle, "files"> & { files: [name: string, gzip: ArrayBuffer, br: ArrayBuffer][] };

async function pack({ files, ...begin }: Bundle): Promise<Packed> {
  const packed = Object.entries(files).map(
    async ([name, { gzip, br }]) =>
      [name, await gzip.arrayBuffer(), await br.arrayBuffer()] satisfies Packed["files"][number],
  );
  return { ...begin, files: await Promise.all(packed) };
}

function unpack({ files, ...begin }: Packed): Bundle {
  const unpacked = files.map(([name, gzip, br]) => [name, { gzip: new Blob([gzip]), br: new Blob([br]) }]);
  return { ...begin, files: Object.fromEntries(unpacked) };
}
