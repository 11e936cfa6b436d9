import { command } from "../../lib/command/command.ts";
import { profilePath, readProfiles, writeProfiles } from "../../lib/settings/profiles.ts";
import { own, unknownProfile } from "../../lib/settings/settings.ts";

export const useProfile = command({
  path: "profiles use",
  summary: "Switch to a profile",
  output: "Nothing.",
  arguments: { name: { of: "profiles", description: "Profile to switch to" } },
  examples: [{ description: "Switch to staging", command: "waypost profiles use staging" }],
  exitCodes: [],
  async run({ cli, arguments: { name } }) {
    const path = profilePath(cli.environment);
    const file = await readProfiles(path);
    const profile = own(file.profiles, name);
    if (profile === undefined) throw unknownProfile(name, file);
    await writeProfiles(path, { ...file, current: name });
    cli.output.note(`Using ${name} (${profile.url}).`);
  },
});
