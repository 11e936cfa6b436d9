import type { Input } from "../../lib/command/command.ts";
import { profilePath, readProfiles, writeProfiles } from "../../lib/settings/profiles.ts";
import { own, unknownProfile } from "../../lib/settings/settings.ts";
import type { useShape } from "./definitions.ts";

/** Makes a profile the current one. */
export async function run({ cli, arguments: { name } }: Input<typeof useShape>): Promise<void> {
  const path = profilePath(cli.environment);
  const file = await readProfiles(path);
  const profile = own(file.profiles, name);
  if (profile === undefined) throw unknownProfile(name, file);
  await writeProfiles(path, { ...file, current: name });
  cli.output.note(`Using ${name} (${profile.url}).`);
}
