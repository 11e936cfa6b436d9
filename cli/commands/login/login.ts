import { openSession, readPassword } from "../../lib/actions/open-session.ts";
import { createClient } from "../../lib/api/client.ts";
import type { Cli } from "../../lib/command/cli.ts";
import { command } from "../../lib/command/command.ts";
import { Failure, usageFailure } from "../../lib/failures/failure.ts";
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
import { checkPermissions } from "../../lib/values/permissions.ts";
import { canGoToPage, keyByPage } from "./device.ts";

export const login = command({
  path: "login",
  summary: "Save the address of a daemon and an API key, or log in as a user",
  description:
    "Save the address of a daemon and an API key, or a user's login, as a profile and use it from now on. On a terminal, a code is shown; somebody who may create keys enters it on the daemon's page, in any browser, and the terminal gets a new key of its own. A key that you have is taken from --api-key, WAYPOST_API_KEY or standard input, or with --key from a hidden prompt; with --email, the password from WAYPOST_PASSWORD, a hidden prompt or standard input; the code of a second factor from WAYPOST_LOGIN_CODE or a prompt. They are checked before anything is saved. The password itself is never saved.",
  output: "profile, url, and the key's last characters or the user's address.",
  options: {
    email: { value: "address", description: "Log in as this user, with a password instead of a key" },
    key: { description: "Ask for an API key here, instead of showing a code" },
    permission: {
      value: "permission",
      repeat: true,
      description:
        "What the new key may do; may be repeated (default: all that the person who allows it may do)",
    },
    organization: { value: "id", description: "Organisation, if the address is a user of several" },
  },
  writes: true,
  examples: [
    {
      description: "Allow it in the browser, on this machine or another",
      command: "waypost login --url https://waypost.example.com",
    },
    { description: "It asks for the key", command: "waypost login --url https://waypost.example.com --key" },
    {
      description: "As a user; it asks for the password",
      command: "waypost login --url https://waypost.example.com --email ada@example.com",
    },
    {
      description: "In a script, as a second profile",
      command: "waypost login --url https://staging.example.com --profile staging < key.txt",
    },
  ],
  async run({ cli, options: { email, organization, key, permission } }) {
    const settings = await resolveSettings(cli.flags, cli.environment, "create", cli.project);
    if (permission.length > 0) checkPermissions(permission);
    if (email === undefined && !key && !hasKey(cli) && canGoToPage(cli))
      return await saveKeyByPage(cli, settings, permission);
    if (permission.length > 0) throw usageFailure("--permission is for a new key, which the page makes");
    if (email === undefined) return await saveGivenKey(cli, settings);
    const password = await readPassword(cli, `Password of ${email} at ${settings.url}`);
    const body = {
      email,
      password,
      ...given({ organization_id: organization }),
    };
    await openSession(cli, settings, { route: "POST /v1/auth/login", body });
  },
});

function hasKey({ flags, environment }: Cli): boolean {
  return Boolean(flags.apiKey || environment.WAYPOST_API_KEY);
}

async function saveKeyByPage(cli: Cli, settings: Settings, permissions: string[]): Promise<void> {
  const made = await keyByPage(cli, settings, permissions);
  if (made === undefined) return;
  // an older daemon has no such page
  if (made === null) return await saveGivenKey(cli, settings);
  await save(cli, settings, made.access_token, made.organization_id);
}

async function saveGivenKey(cli: Cli, settings: Settings): Promise<void> {
  const apiKey = checkKey(await askForKey(cli, settings.url));
  await verify(cli, { ...withoutKey(settings), apiKey, keySource: "--api-key" });
  if (cli.dryRun) return cli.output.note("The key is valid. Not saved (--dry-run).");
  await save(cli, settings, apiKey);
}

async function save(cli: Cli, settings: Settings, apiKey: string, organizationId?: string): Promise<void> {
  const name = settings.profile ?? DEFAULT_PROFILE;
  const profile = { url: settings.url, api_key: apiKey, ...given({ organization_id: organizationId }) };
  const profiles = { ...settings.file.profiles, [name]: profile };
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
