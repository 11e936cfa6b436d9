import { hostname } from "node:os";
import type { ResponseOf } from "../../../daemon/start/types/routes.ts";
import packageJson from "../../../package.json" with { type: "json" };
import { showRequest } from "../../lib/actions/submit.ts";
import { type Client, createClient } from "../../lib/api/client.ts";
import { planRequest } from "../../lib/api/request.ts";
import type { Cli } from "../../lib/command/cli.ts";
import { ExitCode } from "../../lib/failures/exit-codes.ts";
import { Failure } from "../../lib/failures/failure.ts";
import { type Settings, withoutKey } from "../../lib/settings/settings.ts";
import { openInBrowser } from "../../lib/terminal/browser.ts";
import { given } from "../../lib/values/given.ts";

type Authorization = ResponseOf<"POST /v1/auth/device/authorization">;
type Token = ResponseOf<"POST /v1/auth/device/token">;

const GRANT_TYPE = "urn:ietf:params:oauth:grant-type:device_code";
/** What RFC 8628, 3.5 adds to the interval after each request that was too early. */
const SLOWER_SECONDS = 5;

/** Whether somebody sits here who can go to a page: a build service may have a terminal, too. */
export function canGoToPage({ terminal }: Cli): boolean {
  return terminal.canPrompt && terminal.canRedraw;
}

/**
 * A new key that somebody allows on the daemon's page, whose address and code are shown. Undefined with --dry-run, null
 * when the daemon is too old to have the page. Rejects with a `Failure` when it is refused, or nobody answers in time.
 */
export async function keyByPage(
  cli: Cli,
  settings: Settings,
  permissions: readonly string[],
): Promise<Token | null | undefined> {
  const client = createClient({ settings: withoutKey(settings), ...given({ timeoutMs: cli.timeoutMs }) });
  const scope = permissions.length === 0 ? undefined : permissions.join(" ");
  const host = hostname().slice(0, 64);
  const body = { client_id: `waypost-cli/${packageJson.version}`, host, ...given({ scope }) };
  if (cli.dryRun) {
    await showRequest(cli, settings.url, planRequest("POST /v1/auth/device/authorization", { body }));
    return undefined;
  }
  const authorization = await client
    .call("POST /v1/auth/device/authorization", { body })
    .catch((cause: unknown) => {
      if (cause instanceof Failure && cause.details.status === 404) return null;
      throw cause;
    });
  if (authorization === null) return null;
  showPage(cli, settings.url, authorization);
  return await cli.spinner("Waiting until it is allowed there", () => waitForKey(client, authorization));
}

/** The page is below the address that was chosen here, whatever the daemon takes its own for. */
function showPage(cli: Cli, url: string, { user_code, expires_in }: Authorization): void {
  const { output, environment } = cli;
  const isOpened = openInBrowser(`${url}/device?user_code=${user_code}`, environment);
  const where = isOpened ? "The browser opens" : "In a browser, open";
  output.note(`${where}  ${output.style.bold(`${url}/device`)}`);
  output.note(`and enter the code  ${output.style.bold(user_code)}  within ${expires_in / 60} minutes.`);
  output.note("To type an API key here instead, press Ctrl-C and run: waypost login --key");
}

async function waitForKey(client: Client, { device_code, interval, expires_in }: Authorization) {
  const endsAt = Date.now() + expires_in * 1_000;
  let seconds = interval;
  while (Date.now() < endsAt) {
    await Bun.sleep(seconds * 1_000);
    const answer = await askOnce(client, device_code);
    if (answer === "slow_down") seconds += SLOWER_SECONDS;
    else if (answer !== "authorization_pending") return answer;
  }
  throw tooLate();
}

async function askOnce(client: Client, device_code: string) {
  const body = { grant_type: GRANT_TYPE, device_code };
  return await client.call("POST /v1/auth/device/token", { body }).catch((cause: unknown) => {
    const code = cause instanceof Failure ? cause.details.code : undefined;
    if (code === "authorization_pending" || code === "slow_down") return code;
    // a daemon that restarts is waited for
    if (cause instanceof Failure && cause.exitCode === ExitCode.unreachable) return "slow_down";
    throw code === "expired_token" ? tooLate() : cause;
  });
}

function tooLate(): Failure {
  return new Failure(ExitCode.timeout, "nobody allowed it in time, and the code has expired", {
    code: "expired_token",
    hint: "Run it again for another code.",
  });
}
