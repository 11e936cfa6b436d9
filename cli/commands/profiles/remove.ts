import type { Input } from "../../lib/command/command.ts";
import { agree } from "../../lib/input/agree.ts";
import { profilePath, readProfiles, writeProfiles } from "../../lib/settings/profiles.ts";
import { own, unknownProfile } from "../../lib/settings/settings.ts";
import type { removeShape } from "./definitions.ts";

/** Forgets a profile; when it was the current one, none is. */
export async function run({ cli, arguments: { name }, options }: Input<typeof removeShape>): Promise<void> {
  const path = profilePath(cli.environment);
  const file = await readProfiles(path);
  if (own(file.profiles, name) === undefined) throw unknownProfile(name, file);
  await agree(cli, options.yes, `Forget ${name}?`);
  const { [name]: _, ...profiles } = file.profiles;
  await writeProfiles(path, { ...file, current: file.current === name ? null : file.current, profiles });
  cli.output.note(`Removed ${name}.`);
}
