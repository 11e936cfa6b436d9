import { showRequest } from "../../lib/actions/submit.ts";
import { waitingFor } from "../../lib/api/client.ts";
import { createPatience } from "../../lib/api/patience.ts";
import type { Cli } from "../../lib/command/cli.ts";
import { ExitCode } from "../../lib/failures/exit-codes.ts";
import { Failure, failure } from "../../lib/failures/failure.ts";
import { checkUrl, withoutKey } from "../../lib/settings/settings.ts";

/** The option of every command that talks to the sandbox. */
export const sandboxUrlOption = {
  "sandbox-url": {
    value: "address",
    description: "Address of the sandbox (default: WAYPOST_SANDBOX_URL, else that of the daemon)",
  },
} as const;

/** Of a sandbox alone, where no daemon could say one. */
const ALONE_URL = "http://127.0.0.1:8485";
const TIMEOUT_MS = 10_000;

/** Has the sandbox do something. With --dry-run it prints the request instead and returns undefined. */
export async function postToSandbox<Result>(
  cli: Cli,
  given: string | undefined,
  path: string,
  body: object,
): Promise<Result | undefined> {
  if (!cli.dryRun) return await callSandbox<Result>(cli, given, path, body);
  const planned = { method: "POST", path: `/sandbox/${path}`, body: JSON.stringify(body) };
  await showRequest(cli, await sandboxUrl(cli, given), planned);
  return undefined;
}

/** Calls the sandbox's control API. Rejects with a `Failure`: exit 3 when it refuses, 4 when it is not there. */
export async function callSandbox<Result>(
  cli: Cli,
  given: string | undefined,
  path: string,
  body?: object,
): Promise<Result> {
  const url = await sandboxUrl(cli, given);
  const timeoutMs = cli.timeoutMs ?? TIMEOUT_MS;
  const ask = () =>
    fetch(`${url}/sandbox/${path}`, {
      method: body === undefined ? "GET" : "POST",
      ...(body === undefined
        ? {}
        : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(timeoutMs),
    });
  const response = await cli.spinner(waitingFor(url), ask).catch((cause: unknown) => {
    throw unreachable(url, timeoutMs, cause);
  });
  const received: unknown = await response.json().catch(() => null);
  if (!response.ok) throw refused(url, response.status, received);
  if (received === null)
    throw failure(`${url} responded with something that is not JSON`, { hint: "Is it a sandbox?" });
  return received as Result;
}

/** Opens a stream of the sandbox's; its pieces as they come. Rejects as `callSandbox` does. */
export async function openSandboxStream(
  cli: Cli,
  given: string | undefined,
  path: string,
): Promise<AsyncIterable<Uint8Array>> {
  const url = await sandboxUrl(cli, given);
  const timeoutMs = cli.timeoutMs ?? TIMEOUT_MS;
  // Only its beginning is waited for: what is watched may say nothing for hours.
  const { signal, end } = createPatience(timeoutMs);
  const ask = () => fetch(`${url}/sandbox/${path}`, { signal }).finally(end);
  const response = await cli.spinner(waitingFor(url), ask).catch((cause: unknown) => {
    throw unreachable(url, timeoutMs, cause);
  });
  if (response.ok && response.body !== null) return response.body as AsyncIterable<Uint8Array>;
  throw refused(url, response.status, await response.json().catch(() => null));
}

/** The given address, or that of the daemon's sandbox; where no daemon is reachable, that of `waypostd sandbox`. */
async function sandboxUrl(cli: Cli, given: string | undefined): Promise<string> {
  const named = given ?? cli.environment.WAYPOST_SANDBOX_URL;
  if (named) return checkUrl(named);
  const { url, asked } = await askDaemon(cli);
  if (!asked) return ALONE_URL;
  if (url) return url;
  throw failure("the daemon runs without a sandbox", {
    hint: `Start it with waypostd --sandbox. For a sandbox alone: --sandbox-url ${ALONE_URL}`,
  });
}

async function askDaemon(cli: Cli): Promise<{ asked: boolean; url: string | null }> {
  const client = await cli.client(withoutKey(await cli.settings()));
  try {
    return { asked: true, url: (await client.call("GET /v1/health", {})).sandbox_url };
  } catch (cause) {
    if (cause instanceof Failure && cause.exitCode === ExitCode.unreachable)
      return { asked: false, url: null };
    throw cause;
  }
}

function unreachable(url: string, timeoutMs: number, cause: unknown): Failure {
  const timedOut = cause instanceof Error && cause.name === "TimeoutError";
  const message = timedOut
    ? `the sandbox at ${url} did not respond within ${timeoutMs / 1_000} s`
    : `no sandbox is reachable at ${url}`;
  return new Failure(ExitCode.unreachable, message, {
    code: timedOut ? "timeout" : "connection_failed",
    hint: "Start one: waypostd sandbox. With waypostd --sandbox, its address is in the daemon's log.",
    cause,
  });
}

function refused(url: string, status: number, body: unknown): Failure {
  const { error } = (body ?? {}) as { error?: { message?: string } };
  const message = error?.message ?? `${url} answered ${status}`;
  return new Failure(status < 500 ? ExitCode.refused : ExitCode.error, message, { status });
}
