/**
 * Where the page's program is from. This is the checkout's way; `scripts/lib/compile.ts` puts another file in its
 * place, which has the program inside the executable.
 */
import { join } from "node:path";
import { buildPage } from "./build.ts";
import type { Bundle } from "./bundle.ts";
import { keptOnDisk } from "./kept-on-disk.ts";

const ROOT = join(import.meta.dir, "../..");
/** Daemons of one checkout share what one of them has built. */
const CACHE = join(ROOT, "node_modules/.cache/page");

/** The folders of what the page is made of, and of what makes it, besides packages. */
export const SOURCES = [".", "../template-rules", "../file-rules", "../message-types", "../lib"].map((path) =>
  join(import.meta.dir, path),
);
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
    const bundle = keptOnDisk(CACHE, key, async () => (await buildPage("quick")).bundle);
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
    ...new Bun.Glob("**/*.{ts,tsx,css,png}").scanSync({ cwd, absolute: true }),
  ]).sort();
  const hash = new Bun.CryptoHasher("sha256").update(Bun.version);
  for (const file of [...files, join(ROOT, "bun.lock")])
    hash.update(file).update(await Bun.file(file).bytes());
  return hash.digest("hex").slice(0, 32);
}
