import { randomBytes } from "node:crypto";
import { link, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Cli } from "../../lib/command/cli.ts";
import { failure } from "../../lib/failures/failure.ts";
import { profilePath } from "../../lib/settings/profiles.ts";
import { newSigningSecret, signatureOf } from "../webhooks/signature.ts";

/**
 * The secret that `listen` signs with: --secret, WAYPOST_LISTEN_SECRET, or this machine's own, which is made when it is
 * first used and kept beside the profiles. Where nothing can be kept, it is a new one each time, with a note.
 */
export async function listenSecret(cli: Cli, given: string | undefined): Promise<string> {
  const secret = given ?? (cli.environment.WAYPOST_LISTEN_SECRET || (await ownSecret(cli)));
  signatureOf(secret, "check", "0", "");
  return secret;
}

async function ownSecret({ environment, output }: Cli): Promise<string> {
  const path = join(dirname(profilePath(environment)), "listen-secret");
  const secret = newSigningSecret();
  const kept = (await read(path)) ?? (await keep(path, secret).catch(() => null));
  if (kept === null) output.warn(`${path} can't be written: the signing secret will change each time`);
  return kept ?? secret;
}

async function read(path: string): Promise<string | null> {
  const text = await readFile(path, "utf8").catch(() => null);
  if (text === null) return null;
  if (text.startsWith("whsec_")) return text.trim();
  throw failure(`${path} holds no signing secret`, { hint: "Delete it, and a new one is made." });
}

/** Linked into place whole: of two that start at once, one wins and both use its secret. */
async function keep(path: string, secret: string): Promise<string | null> {
  const temporary = `${path}.${randomBytes(4).toString("hex")}`;
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await writeFile(temporary, `${secret}\n`, { mode: 0o600, flag: "wx" });
  try {
    await link(temporary, path);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  } finally {
    await rm(temporary, { force: true });
  }
  return await read(path);
}
