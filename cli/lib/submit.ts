import type { RequestOf, ResponseOf, Route } from "./api-types.ts";
import type { Cli } from "./cli.ts";
import type { CallOptions } from "./client.ts";
import { planRequest } from "./request.ts";

/** Makes a change. With --dry-run it prints the request instead and answers undefined. */
export async function submit<Name extends Route>(
  cli: Cli,
  route: Name,
  request: RequestOf<Name>,
  options: CallOptions = {},
): Promise<ResponseOf<Name> | undefined> {
  if (!cli.dryRun) return (await cli.client()).call(route, request, options);
  const { url } = await cli.settings();
  const { method, path, body } = planRequest(route, request, options.idempotencyKey);
  const visible: unknown = body === undefined ? null : JSON.parse(body, hideSecrets);
  cli.output.note(`Not sent to ${url} (--dry-run).`);
  await cli.output.record({ method, path, body: visible }, [
    { title: "method", value: (request) => request.method },
    { title: "path", value: (request) => request.path },
    { title: "body", value: (request) => (request.body === null ? null : JSON.stringify(request.body)) },
  ]);
  return undefined;
}

function hideSecrets(name: string, value: unknown): unknown {
  return ["access_token", "pin", "code", "password", "current_password", "token"].includes(name)
    ? "[hidden]"
    : value;
}
