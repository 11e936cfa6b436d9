import { waitingFor } from "../api/client.ts";
import { refusal } from "../api/refusal.ts";
import { planRequest } from "../api/request.ts";
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
  const { token, email } = await cli.spinner(waitingFor(settings.url), () =>
    request(settings, opening, cli.timeoutMs ?? 30_000),
  );
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

async function request(settings: Settings, { route, body }: Opening, timeoutMs: number) {
  const { method, path, headers } = planRequest(route, { body });
  const { response, text } = await fetch(settings.url + path, {
    method,
    headers,
    body: JSON.stringify(body),
    // a password must not follow a redirect to another host
    redirect: "manual",
    signal: AbortSignal.timeout(timeoutMs),
  })
    .then(async (response) => ({ response, text: await response.text() }))
    .catch((cause: unknown) => {
      throw unreachable(settings, timeoutMs, cause);
    });
  if (response.status === 401)
    throw new Failure(ExitCode.refused, "wrong email address or password (401)", {
      status: 401,
      code: "unauthorized",
      hint: "Forgotten? On the daemon's machine: waypostd users reset <email>",
    });
  if (!response.ok) throw refusal(response, text, { ...settings, apiKey: null, token: null });
  const token = /waypost_session=([^;]+)/.exec(response.headers.get("set-cookie") ?? "")?.[1];
  const email: unknown = JSON.parse(text).email;
  if (token !== undefined && typeof email === "string") return { token, email };
  throw failure(`${settings.url} responded without a login`, {
    hint: "Is this the address of a Waypost daemon?",
  });
}
