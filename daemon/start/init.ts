import { randomBytes } from "node:crypto";
import { chmod, mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, isAbsolute, join } from "node:path";
import type { Sql } from "../../db/connection/client.ts";
import { createFirstOrganization, firstOrganization } from "../../db/organizations/organizations.ts";
import { type Initialized, prepareOrganization } from "../organizations/create.ts";
import type { Secrets } from "../secrets/envelope.ts";

/**
 * Makes the organisation, its first user and a key that may do everything.
 * Null when there is an organisation already: nothing was changed.
 */
export async function initialize(
  sql: Sql,
  secrets: Secrets,
  { name = "My organisation", email = "owner@localhost" }: { name?: string; email?: string } = {},
): Promise<Initialized | null> {
  if ((await firstOrganization(sql)) !== null) return null;
  const { row, shown } = await prepareOrganization(secrets, { name, email });
  return (await createFirstOrganization(sql, row)) ? shown : null;
}

/**
 * Writes the CLI's profile, so that `waypost` works at once on this machine:
 * `${XDG_CONFIG_HOME:-~/.config}/waypost/config.json`, readable by its owner
 * only. Other profiles in it are kept. Returns the path.
 */
export async function writeProfile(
  environment: Record<string, string | undefined>,
  profile: { url: string; api_key: string; organization_id: string },
): Promise<string> {
  const configured = environment.XDG_CONFIG_HOME ?? "";
  const base = isAbsolute(configured) ? configured : join(environment.HOME || homedir(), ".config");
  const path = join(base, "waypost", "config.json");
  const file = await readProfiles(path);
  const name = file.current ?? "default";
  const content = { ...file, current: name, profiles: { ...file.profiles, [name]: profile } };
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await chmod(dirname(path), 0o700);
  const temporary = `${path}.${process.pid}.${randomBytes(4).toString("hex")}`;
  await writeFile(temporary, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600, flag: "wx" });
  await rename(temporary, path);
  return path;
}

type Profiles = { current: string | null; profiles: Record<string, unknown> };

async function readProfiles(path: string): Promise<Profiles> {
  const empty: Profiles = { current: null, profiles: {} };
  try {
    const value: unknown = JSON.parse(await readFile(path, "utf8"));
    return typeof value === "object" && value !== null && "profiles" in value ? (value as Profiles) : empty;
  } catch (cause) {
    if (cause instanceof Error && "code" in cause && cause.code === "ENOENT") return empty;
    throw new Error(`${path} can't be read; mend or delete it`, { cause });
  }
}
