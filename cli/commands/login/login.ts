import { openSession, readPassword } from "../../lib/actions/open-session.ts";
import { createClient } from "../../lib/api/client.ts";
import type { Cli } from "../../lib/command/cli.ts";
import { command } from "../../lib/command/command.ts";
import { Failure } from "../../lib/failures/failure.ts";
import { readSecret } from "../../lib/input/secret.ts";
import { writeProfiles } from "../../lib/settings/profiles.ts";
import {
  checkKey,
  DEFAULT_PROFILE,
  resolveSettings,
  type Settings,
  withoutKey,
} from "../../lib/settings/settings.ts";
import { maskKey } from "../../lib/text/redact.ts";
import { given } from "../../lib/values/given.ts";

export const login = command({
  path: "login",
  summary: "Save the address of a daemon and an API key, or log in as a user",
  description:
    "Save the address of a daemon and an API key, or a user's login, as a profile and use it from now on. The key is taken from --api-key, WAYPOST_API_KEY, a hidden prompt or standard input; with --email, the password from WAYPOST_PASSWORD, a hidden prompt or standard input. They are checked before anything is saved. The password itself is never saved.",
  output: "profile, url, and the key's last characters or the user's address.",
  options: {
    email: { value: "address", description: "Log in as this user, with a password instead of a key" },
    organization: { value: "id", description: "Organisation, if the address is a user of several" },
  },
  writes: true,
  examples: [
    { description: "It asks for the key", command: "waypost login --url https://waypost.example.com" },
    {
      description: "As a user; it asks for the password",
      command: "waypost login --url https://waypost.example.com --email ada@example.com",
    },
    {
      description: "In a script, as a second profile",
      command: "waypost login --url https://staging.example.com --profile staging < key.txt",
    },
  ],
  async run({ cli, options: { email, organization } }) {
    const settings = await resolveSettings(cli.flags, cli.environment, "create", cli.project);
    if (email === undefined) return await saveKey(cli, settings);
    const password = await readPassword(cli, `Password of ${email} at ${settings.url}`);
    const body = {
      email,
      password,
      ...given({ organization_id: organization }),
    };
    await openSession(cli, settings, { route: "POST /v1/auth/login", body });
  },
});

async function saveKey(cli: Cli, settings: Settings): Promise<void> {
  const name = settings.profile ?? DEFAULT_PROFILE;
  const apiKey = checkKey(await askForKey(cli, settings.url));
  await verify(cli, { ...withoutKey(settings), apiKey, keySource: "--api-key" });
  if (cli.dryRun) return cli.output.note("The key is valid. Not saved (--dry-run).");
  const profiles = { ...settings.file.profiles, [name]: { url: settings.url, api_key: apiKey } };
  await writeProfiles(settings.path, { ...settings.file, current: name, profiles });
  await cli.output.record({ profile: name, url: settings.url, key: maskKey(apiKey) }, [
    { title: "profile", value: (saved) => saved.profile },
    { title: "url", value: (saved) => saved.url },
    { title: "key", value: (saved) => saved.key },
  ]);
  cli.output.note(`Saved in ${settings.path}.`);
}

function askForKey(cli: Cli, url: string): Promise<string> {
  return readSecret(cli, {
    given: cli.flags.apiKey,
    variable: "WAYPOST_API_KEY",
    question: `API key for ${url}`,
    absent: "no API key was given",
    hint: "Give it on standard input, with --api-key or in WAYPOST_API_KEY.",
  });
}

/** A key that may not list channels is still a key: only 401 says that it is none. */
async function verify({ spinner, timeoutMs }: Cli, settings: Settings): Promise<void> {
  const client = createClient({ settings, spinner, ...given({ timeoutMs }) });
  await client.call("GET /v1/channels", { query: {} }).catch((error: unknown) => {
    if (!(error instanceof Failure) || error.details.status !== 403) throw error;
  });
}
