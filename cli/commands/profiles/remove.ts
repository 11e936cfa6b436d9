import { command } from "../../lib/command/command.ts";
import { agree, yesOption } from "../../lib/input/agree.ts";
import { profilePath, readProfiles, writeProfiles } from "../../lib/settings/profiles.ts";
import { own, unknownProfile } from "../../lib/settings/settings.ts";

export const removeProfile = command({
  path: "profiles remove",
  summary: "Forget a profile",
  description: "Forget a profile. Its API key stays valid; revoke it with: waypost keys revoke",
  output: "Nothing.",
  arguments: { name: { of: "profiles", description: "Profile to forget" } },
  options: yesOption,
  examples: [{ description: "Forget staging", command: "waypost profiles remove staging --yes" }],
  exitCodes: [],
  async run({ cli, arguments: { name }, options }) {
    const path = profilePath(cli.environment);
    const file = await readProfiles(path);
    if (own(file.profiles, name) === undefined) throw unknownProfile(name, file);
    await agree(cli, options.yes, `Forget ${name}?`);
    const { [name]: _, ...profiles } = file.profiles;
    await writeProfiles(path, { ...file, current: file.current === name ? null : file.current, profiles });
    cli.output.note(`Removed ${name}.`);
  },
});
