import { randomBytes } from "node:crypto";
import { chmod, mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, isAbsolute, join } from "node:path";

type Environment = Record<string, string | undefined>;
type NewProfile = { url: string; api_key: string; organization_id: string };
type Profiles = { current: string | null; profiles: Record<string, { url?: unknown }> };

/**
 * Adds a profile to the CLI's (`${XDG_CONFIG_HOME:-~/.config}/waypost/config.json`, readable by its owner only), so
 * that `waypost` works at once on this machine. Profiles that are there stay as they are: the new one gets a name of
 * its own, and comes into use unless the one in use is for another address. Returns a sentence that says so; when the
 * file can't be written, one that says that, and how to log in.
 */
export async function addProfile(environment: Environment, profile: NewProfile): Promise<string> {
  const path = profilePath(environment);
  try {
    const file = await readProfiles(path);
    const name = freeName(file);
    const isUsed = file.current === null || file.profiles[file.current]?.url === profile.url;
    const current = isUsed ? name : file.current;
    await replaceFile(path, { ...file, current, profiles: { ...file.profiles, [name]: profile } });
    return describe(name, path, isUsed ? null : file.current);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    return `The terminal client could not be set up (${reason}). Log in with the key: waypost login --key --url ${profile.url}`;
  }
}

function describe(name: string, path: string, other: string | null): string {
  if (other === null) return `The terminal client is set up: profile ${name} in ${path}.`;
  return `The terminal client has a new profile, ${name}, and keeps using ${other}. To switch: waypost profiles use ${name}`;
}

function profilePath({ XDG_CONFIG_HOME: configured = "", HOME }: Environment): string {
  const base = isAbsolute(configured) ? configured : join(HOME || homedir(), ".config");
  return join(base, "waypost", "config.json");
}

/** `default` for the first; then `local`, `local-2` and so on. */
function freeName({ profiles }: Profiles): string {
  const isFree = (name: string) => !Object.hasOwn(profiles, name);
  if (Object.keys(profiles).length === 0) return "default";
  if (isFree("local")) return "local";
  for (let number = 2; ; number++) if (isFree(`local-${number}`)) return `local-${number}`;
}

async function replaceFile(path: string, content: Profiles): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await chmod(dirname(path), 0o700);
  const temporary = `${path}.${process.pid}.${randomBytes(4).toString("hex")}`;
  await writeFile(temporary, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600, flag: "wx" });
  await rename(temporary, path);
}

async function readProfiles(path: string): Promise<Profiles> {
  const empty: Profiles = { current: null, profiles: {} };
  const text = await readFile(path, "utf8").catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === "ENOENT") return null;
    throw cause;
  });
  if (text === null) return empty;
  const value: unknown = JSON.parse(text);
  if (typeof value !== "object" || value === null || !("profiles" in value))
    throw new Error(`${path} holds no profiles`);
  return { ...empty, ...(value as Profiles) };
}
