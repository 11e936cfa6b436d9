import {
  type Profile,
  type ProfileFile,
  profilePath,
  readProfiles,
  writeProfiles,
} from "../../../cli/lib/settings/profiles.ts";
import { isWaypostUp } from "./is-waypost-up.ts";
import { say } from "./say.ts";

type Daemon = { url: string; organizationId: string };

/**
 * How the terminal client reaches this daemon: `./scripts/waypost`, with `--profile` when another profile is in use;
 * null when none has a key for it. A profile of its organisation that names an address of this machine where no
 * Waypost answers any more is given the new one.
 */
export async function clientFor(
  environment: Record<string, string | undefined>,
  daemon: Daemon,
): Promise<string | null> {
  const path = profilePath(environment);
  const file = await readProfiles(path);
  const name = namesOf(file, daemon).find((name) => file.profiles[name]?.url === daemon.url);
  if (name !== undefined) return clientWith(name, file);
  const moved = await findMoved(file, daemon);
  const profile = moved === undefined ? undefined : file.profiles[moved];
  if (moved === undefined || profile === undefined) return null;
  await writeProfiles(path, {
    ...file,
    profiles: { ...file.profiles, [moved]: { ...profile, url: daemon.url } },
  });
  say(`The terminal client's profile ${moved} has this address now.`);
  return clientWith(moved, file);
}

function clientWith(name: string, file: ProfileFile): string {
  return name === file.current ? "./scripts/waypost" : `./scripts/waypost --profile ${name}`;
}

/** The profiles of this organisation, the one in use first. */
function namesOf({ current, profiles }: ProfileFile, { organizationId }: Daemon): string[] {
  return Object.keys(profiles)
    .filter((name) => organizationOf(profiles[name]) === organizationId)
    .sort((one, other) => Number(other === current) - Number(one === current));
}

function organizationOf(profile: Profile | undefined): string | undefined {
  return profile?.api_key === undefined ? undefined : profile.organization_id;
}

async function findMoved(file: ProfileFile, daemon: Daemon): Promise<string | undefined> {
  for (const name of namesOf(file, daemon)) {
    const url = file.profiles[name]?.url ?? "";
    if (URL.parse(url)?.hostname === "127.0.0.1" && !(await isWaypostUp(url))) return name;
  }
  return undefined;
}
