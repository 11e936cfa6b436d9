import { withAttempts } from "../../lib/api/attempts.ts";
import { refusal } from "../../lib/api/refusal.ts";
import type { PlannedRequest } from "../../lib/api/request.ts";
import { exchange } from "../../lib/api/transfer.ts";
import type { Cli } from "../../lib/command/cli.ts";
import { usageFailure } from "../../lib/failures/failure.ts";
import { isObject } from "../../lib/values/objects.ts";

/** Sends the request, again where that is safe and helps. Rejects with a `Failure` when it is refused. */
export async function askApi(cli: Cli, { method, path, body, headers }: PlannedRequest): Promise<Response> {
  const { timeoutMs, spinner } = cli;
  const settings = await cli.settings();
  const request = { method, path, body, headers, timeoutMs, spinner };
  const { response } = await withAttempts(async () => ({ response: await exchange(settings, request) }));
  if (response.ok) return response;
  throw refusal(response, await response.text(), settings);
}

/** Every page of a list, as if it were one. */
export async function askAllPages(cli: Cli, planned: PlannedRequest): Promise<unknown> {
  const rows: unknown[] = [];
  let path = planned.path;
  while (true) {
    const page = await readPage(await askApi(cli, { ...planned, path }));
    rows.push(...page.data);
    if (page.next === null) return { data: rows, meta: { next_cursor: null } };
    path = withCursor(path, page.next);
  }
}

/** Whether a response is JSON, and not a file or a stream. */
export function isJson(response: Response): boolean {
  return /^application\/(?:[\w.-]+\+)?json\b/.test(response.headers.get("content-type") ?? "");
}

async function readPage(response: Response): Promise<{ data: unknown[]; next: string | null }> {
  const page: unknown = isJson(response) ? await response.json() : null;
  if (!isObject(page) || !Array.isArray(page.data)) throw usageFailure("--paginate works only for lists");
  const next = isObject(page.meta) ? page.meta.next_cursor : null;
  return { data: page.data, next: typeof next === "string" ? next : null };
}

function withCursor(path: string, cursor: string): string {
  const url = new URL(`http://daemon${path}`);
  url.searchParams.set("cursor", cursor);
  return url.pathname + url.search;
}
