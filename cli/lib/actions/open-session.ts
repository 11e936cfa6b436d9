import { waitingFor } from "../api/client.ts";
import { refusal } from "../api/refusal.ts";
import { type PlannedRequest, planRequest } from "../api/request.ts";
import { unreachable } from "../api/unreachable.ts";
import type { Cli } from "../command/cli.ts";
import { ExitCode } from "../failures/exit-codes.ts";
import { Failure, failure } from "../failures/failure.ts";
import { readSecret } from "../input/secret.ts";
import type { Column } from "../output/column.ts";
import { writeProfiles } from "../settings/profiles.ts";
import { DEFAULT_PROFILE, type Settings } from "../settings/settings.ts";
import { showRequest } from "./submit.ts";

type Opening =
  | { route: "POST /v1/auth/login"; body: { email: string; password: string; organization_id?: string } }
  | { route: "POST /v1/auth/invitations/accept"; body: { token: string; name: string; password: string } };

type Saved = { profile: string; url: string; email: string };

/**
 * Logs a user in and saves the login as a profile, to be used from now on.
 * Rejects with a `Failure` when the daemon refuses, or is not there.
 */
export async function openSession(cli: Cli, settings: Settings, opening: Opening): Promise<void> {
  if (cli.dryRun)
    return await showRequest(cli, settings.url, planRequest(opening.route, { body: opening.body }));
  const { token, email } = await request(cli, settings, opening);
  const name = settings.profile ?? DEFAULT_PROFILE;
  const { url, path, file } = settings;
  const profiles = { ...file.profiles, [name]: { url, token, email } };
  await writeProfiles(path, { ...file, current: name, profiles });
  await cli.output.record<Saved>({ profile: name, url, email }, COLUMNS);
  cli.output.note(`Saved in ${path}.`);
}

/** A password that is not shown while it is typed. */
export function readPassword(cli: Cli, question: string, variable = "WAYPOST_PASSWORD"): Promise<string> {
  return readSecret(cli, {
    given: undefined,
    variable,
    question,
    absent: "no password was given",
    hint: `Give it on standard input or in ${variable}.`,
  });
}

const COLUMNS: Column<Saved>[] = [
  { title: "profile", value: (saved) => saved.profile },
  { title: "url", value: (saved) => saved.url },
  { title: "email", value: (saved) => saved.email },
];

async function request(cli: Cli, settings: Settings, { route, body }: Opening) {
  const first = await send(cli, settings, planRequest(route, { body }));
  if (first.response.status === 401)
    throw new Failure(ExitCode.refused, "wrong email address or password (401)", {
      status: 401,
      code: "unauthorized",
      hint: "Forgotten? On the daemon's machine: waypostd users reset <email>",
    });
  const pending = cookieIn(first.response, "waypost_factor");
  const { response, text } =
    first.response.status === 403 && pending !== null ? await sendCode(cli, settings, pending) : first;
  if (!response.ok) throw refusal(response, text, { ...settings, apiKey: null, token: null });
  const token = cookieIn(response, "waypost_session");
  const email: unknown = JSON.parse(text).email;
  if (token !== null && typeof email === "string") return { token, email };
  throw failure(`${settings.url} responded without a login`, {
    hint: "Is this the address of a Waypost daemon?",
  });
}

/** The second half of a login whose user has a second factor: `pending` is the cookie of the first. */
async function sendCode(cli: Cli, settings: Settings, pending: string) {
  const code = await readSecret(cli, {
    ...{ given: undefined, variable: "WAYPOST_LOGIN_CODE", question: "Code from your authenticator app" },
    absent: "this user has a second factor, and no code was given",
    hint: "Give it in WAYPOST_LOGIN_CODE: the six digits of the authenticator app, or a recovery code.",
  });
  const planned = planRequest("POST /v1/auth/login/factor", { body: { code } });
  const cookie = `waypost_factor=${pending}; __Host-waypost_factor=${pending}`;
  return await send(cli, settings, { ...planned, headers: { ...planned.headers, cookie } });
}

async function send(
  { spinner, timeoutMs = 30_000 }: Cli,
  settings: Settings,
  { path, body = "", ...rest }: PlannedRequest,
) {
  // a password must not follow a redirect to another host
  const options = { ...rest, body, redirect: "manual", signal: AbortSignal.timeout(timeoutMs) } as const;
  return await spinner(waitingFor(settings.url), () =>
    fetch(settings.url + path, options)
      .then(async (response) => ({ response, text: await response.text() }))
      .catch((cause: unknown) => {
        throw unreachable(settings, timeoutMs, cause);
      }),
  );
}

/** The value of a cookie that a response sets; over https its name begins with `__Host-`. */
function cookieIn({ headers }: Response, name: string): string | null {
  return new RegExp(`${name}=([^;]+)`).exec(headers.getSetCookie().join("\n"))?.[1] ?? null;
}
