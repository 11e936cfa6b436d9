import type { RequestOf, ResponseOf, Route } from "../../../daemon/start/types/routes.ts";
import type { CallOptions } from "../api/client.ts";
import { type PlannedRequest, planRequest } from "../api/request.ts";
import type { Cli } from "../command/cli.ts";
import { ExitCode } from "../failures/exit-codes.ts";
import { Failure } from "../failures/failure.ts";
import { isObject } from "../values/objects.ts";

const MOST_SHOWN = 200;

/** Makes a change. With --dry-run it prints the request instead and returns undefined. */
export async function submit<Name extends Route>(
  cli: Cli,
  route: Name,
  request: RequestOf<Name>,
  options: CallOptions = {},
): Promise<ResponseOf<Name> | undefined> {
  if (!cli.dryRun) return (await cli.client()).call(route, request, options);
  await showRequest(cli, (await cli.settings()).url, planRequest(route, request, options.idempotencyKey));
  return undefined;
}

/**
 * The same for what must not be done twice: where no answer came, or none of the daemon's own, it may have been done all
 * the same, and the failure names the key that makes repeating safe.
 */
export async function submitOnce<Name extends Route>(
  cli: Cli,
  route: Name,
  request: RequestOf<Name>,
  idempotencyKey: string = crypto.randomUUID(),
): Promise<ResponseOf<Name> | undefined> {
  try {
    return await submit(cli, route, request, { idempotencyKey });
  } catch (error) {
    const isOpen =
      error instanceof Failure &&
      (error.exitCode === ExitCode.unreachable || (error.details.status ?? 0) >= 500);
    if (!isOpen) throw error;
    const hint = `${error.details.hint ?? ""}\nTo repeat it without sending twice: --idempotency-key ${idempotencyKey}`;
    throw new Failure(error.exitCode, error.message, { ...error.details, hint: hint.trim() });
  }
}

/** Prints what --dry-run does not send, without the secrets in it. */
export async function showRequest(
  { output }: Cli,
  url: string,
  { method, path, body }: Pick<PlannedRequest, "method" | "path" | "body">,
): Promise<void> {
  const visible = body === undefined ? null : shown(body);
  output.note(`Not sent to ${url} (--dry-run).`);
  await output.record({ method, path, body: visible }, [
    { title: "method", value: (request) => request.method },
    { title: "path", value: (request) => request.path },
    { title: "body", value: (request) => (request.body === null ? null : JSON.stringify(request.body)) },
  ]);
}

/** A body that is not JSON is a file: its beginning says which. */
function shown(body: string): unknown {
  try {
    const value: unknown = JSON.parse(body.replace(PASSWORD_IN_URL, "[hidden]"));
    return isObject(value) ? withoutSecrets(value) : value;
  } catch {
    return body.length > MOST_SHOWN ? `${body.slice(0, MOST_SHOWN)}…` : body;
  }
}

/** As in `socks5://user:password@host`, wherever it stands. */
const PASSWORD_IN_URL = /(?<=:\/\/[^\s"/@:]*:)[^\s"/]+(?=@)/g;

/** Other secrets stand at the top of a body; further in, the same names are those of a template's language, for example. */
const SECRETS = ["access_token", "pin", "code", "password", "current_password", "token"];

function withoutSecrets(body: Record<string, unknown>): Record<string, unknown> {
  const members = Object.entries(body).map(([name, value]) => [
    name,
    SECRETS.includes(name) ? "[hidden]" : value,
  ]);
  return Object.fromEntries(members);
}
