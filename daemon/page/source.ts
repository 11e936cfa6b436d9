/**
 * Where the page's program is from. This is the checkout's way; `scripts/lib/compile.ts` puts another file in its
 * place, which has the program inside the executable.
 */
import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { deserialize, serialize } from "node:v8";
import { buildPage, CLIENT } from "./build.ts";
import type { Bundle } from "./bundle.ts";

const ROOT = join(import.meta.dir, "../..");
/** Daemons of one checkout share what one of them has built. */
const CACHE = join(ROOT, "node_modules/.cache/page");

/** What the page is made of, besides packages. */
const SOURCES = [CLIENT, join(import.meta.dir, "../template-rules")];
/** A page loads a dozen files at once: its source is not looked at for each of them. */
const LOOK_AGAIN_MS = 1000;

let kept: { key: string; bundle: Promise<Bundle>; lookedAt: number } | null = null;

/** The program for the browser, built when it is first asked for, and after its source has changed. */
export async function currentBundle(): Promise<Bundle> {
  const now = performance.now();
  if (kept !== null && now - kept.lookedAt < LOOK_AGAIN_MS) return await kept.bundle;
  const key = await sourceKey();
  if (kept?.key === key) kept.lookedAt = now;
  else {
    const bundle = keptOnDisk(key);
    kept = { key, bundle, lookedAt: now };
    bundle.catch(() => {
      kept = null;
    });
  }
  return await kept.bundle;
}

/** Names what the program is made of: the source and the packages. */
async function sourceKey(): Promise<string> {
  const files = SOURCES.flatMap((cwd) => [
    ...new Bun.Glob("**/*.{ts,tsx,css}").scanSync({ cwd, absolute: true }),
  ]).sort();
  const hash = new Bun.CryptoHasher("sha256").update(Bun.version);
  for (const file of [...files, join(import.meta.dir, "build.ts"), join(ROOT, "bun.lock")])
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
    // those of earlier source are of no more use
    for (const other of readdirSync(CACHE))
      if (other !== key && !other.includes(".")) rmSync(join(CACHE, other), { force: true });
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
