/**
 * Where the page's program is from. This is the checkout's way; `scripts/lib/compile.ts` puts another file in its
 * place, which has the program inside the executable.
 */
import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { deserialize, serialize } from "node:v8";
import { buildPage, CLIENT } from "./build.ts";
import type { Bundle } from "./bundle.ts";

const ROOT = join(import.meta.dir, "../..");
/** Daemons of one checkout share what one of them has built. */
const CACHE = join(ROOT, "node_modules/.cache/page");

let kept: { key: string; bundle: Promise<Bundle> } | null = null;

/** The program for the browser, built when it is first asked for, and after its source has changed. */
export async function currentBundle(): Promise<Bundle> {
  const key = await sourceKey();
  if (kept?.key !== key) {
    const bundle = keptOnDisk(key);
    kept = { key, bundle };
    bundle.catch(() => {
      kept = null;
    });
  }
  return await kept.bundle;
}

/** Names what the program is made of: the source and the packages. */
async function sourceKey(): Promise<string> {
  const paths = [...new Bun.Glob("**/*.{ts,tsx,css}").scanSync({ cwd: CLIENT })].sort();
  const files = [...paths.map((path) => join(CLIENT, path)), join(import.meta.dir, "build.ts")];
  const hash = new Bun.CryptoHasher("sha256").update(Bun.version);
  for (const file of [...files, join(ROOT, "bun.lock")])
    hash.update(file).update(await Bun.file(file).bytes());
  return hash.digest("hex").slice(0, 32);
}

async function keptOnDisk(key: string): Promise<Bundle> {
  const path = join(CACHE, key);
  const found = Bun.file(path);
  if (await found.exists()) return unpack(deserialize(await found.bytes()));
  const { bundle } = await buildPage();
  try {
    mkdirSync(CACHE, { recursive: true });
    const unfinished = `${path}.${process.pid}`;
    writeFileSync(unfinished, serialize(await pack(bundle)));
    renameSync(unfinished, path);
  } catch {
    // a checkout that can't be written to has it in memory alone
  }
  return bundle;
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
