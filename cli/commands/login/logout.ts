import { submit } from "../../lib/actions/submit.ts";
import { command } from "../../lib/command/command.ts";
import { Failure, usageFailure } from "../../lib/failures/failure.ts";
import { writeProfiles } from "../../lib/settings/profiles.ts";
import { own } from "../../lib/settings/settings.ts";

export const logout = command({
  path: "logout",
  summary: "End the login, and forget the profile",
  description:
    "End the login of the current profile at the daemon, and forget the profile. An API key stays valid; revoke it with: waypost keys revoke",
  output: "Nothing.",
  writes: true,
  examples: [{ description: "Log out of staging", command: "waypost logout --profile staging" }],
  async run({ cli }) {
    const settings = await cli.settings();
    const { profile: name, file, path } = settings;
    const profile = name === null ? undefined : own(file.profiles, name);
    if (name === null || profile === undefined)
      throw usageFailure("no profile is in use", "See: waypost profiles list");
    if (settings.token !== null) {
      await submit(cli, "POST /v1/auth/logout", {}).catch((error: unknown) => {
        if (!(error instanceof Failure) || error.details.status !== 401) throw error;
      });
    }
    if (cli.dryRun) return;
    const { [name]: _, ...profiles } = file.profiles;
    await writeProfiles(path, { ...file, current: file.current === name ? null : file.current, profiles });
    cli.output.note(
      profile.token === undefined ? `Forgot ${name}; its key stays valid.` : `Logged out of ${name}.`,
    );
  },
});
