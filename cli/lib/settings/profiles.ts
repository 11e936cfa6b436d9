import { randomBytes } from "node:crypto";
import { chmod, mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { failure } from "../failures/failure.ts";
import type { Environment } from "../terminal/terminal.ts";
import { isObject } from "../values/objects.ts";

/*
 * The file `${XDG_CONFIG_HOME:-~/.config}/waypost/config.json`, also written by
 * the daemon's `init` so that a fresh installation can be used at once:
 *
 *   {
 *     "current": "default",
 *     "profiles": {
 *       "default": { "url": "http://127.0.0.1:8484", "api_key": "wp_…", "organization_id": "org_…" },
 *       "ada": { "url": "https://waypost.example.com", "token": "wps_…", "email": "ada@example.com" }
 *     }
 *   }
 *
 * `aliases`, where there are some, are short names for command lines.
 *
 * A profile has a key, or the token of a user's login.
 *
 * The file has mode 0600 and its folder 0700; it is replaced as a whole by a
 * rename, so that a reader never sees half of it. `current` is null when no
 * profile is in use. Members not known here are kept.
 */

export type Profile =
  | { url: string; api_key: string; token?: never; email?: never; organization_id?: string }
  | { url: string; token: string; api_key?: never; email: string };
export type ProfileFile = {
  current: string | null;
  profiles: Record<string, Profile>;
  /** Short names for command lines. */
  aliases?: Record<string, string>;
};

/** Where the profiles are kept; the specification of XDG ignores a path that is not absolute. */
export function profilePath(environment: Environment): string {
  const configured = environment.XDG_CONFIG_HOME;
  const base = configured?.startsWith("/") ? configured : join(environment.HOME || homedir(), ".config");
  return join(base, "waypost", "config.json");
}

/** Reads the file; one that is absent is empty, one that can't be understood is an error naming it. */
export async function readProfiles(path: string): Promise<ProfileFile> {
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT" || error.code === "ENOTDIR") return null;
    throw failure(`${path} can't be read (${error.code ?? error.message})`, { code: "profiles_unreadable" });
  });
  return text === null ? { current: null, profiles: {} } : parse(text, path);
}

/** Replaces the file, with the modes above whatever the umask. */
export async function writeProfiles(path: string, file: ProfileFile): Promise<void> {
  const temporary = `${path}.${process.pid}.${randomBytes(4).toString("hex")}`;
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await chmod(dirname(path), 0o700);
    await writeFile(temporary, `${JSON.stringify(file, null, 2)}\n`, { mode: 0o600, flag: "wx" });
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    const reason = error instanceof Error ? error.message : String(error);
    throw failure(`${path} can't be written (${reason})`, { code: "profiles_unwritable" });
  }
}

/** Whether others on this machine can read the file, and with it the keys. */
export async function isReadableByOthers(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => null);
  return found !== null && (found.mode & 0o077) !== 0;
}

function parse(text: string, path: string): ProfileFile {
  const mend = { code: "profiles_invalid", hint: `Fix it, or delete it and run: waypost login` };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw failure(`${path} is not JSON`, mend);
  }
  if (!isProfileFile(value)) throw failure(`${path} is not a list of profiles`, mend);
  return { ...value, current: value.current ?? null };
}

function isProfileFile(value: unknown): value is ProfileFile {
  if (!isObject(value) || !isObject(value.profiles)) return false;
  const current = value.current ?? null;
  const { aliases = {} } = value;
  if (!isObject(aliases) || !Object.values(aliases).every((line) => typeof line === "string")) return false;
  return (current === null || typeof current === "string") && Object.values(value.profiles).every(isProfile);
}

function isProfile(value: unknown): value is Profile {
  if (!isObject(value) || typeof value.url !== "string") return false;
  return typeof value.api_key === "string" || typeof value.token === "string";
}
