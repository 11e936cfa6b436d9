import { requestHeaders, unreachable } from "./client.ts";
import { refusal } from "./refusal.ts";
import { fillPath, queryString } from "./request.ts";
import type { Settings } from "./settings.ts";

/** The routes that take or give a file or a stream, and so are not in the table of `client.ts`. */
export type FileRoute =
  | "GET /v1/contacts/export"
  | "GET /v1/contacts/imports/{id}/refused"
  | "GET /v1/events/stream"
  | "GET /v1/media/{id}"
  | "POST /v1/contacts/import"
  | "POST /v1/contacts/import/preview";

export type Transfer = {
  route: FileRoute;
  path?: Record<string, string>;
  query?: Record<string, unknown>;
  headers?: Record<string, string>;
  body?: ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer>;
  /** Ends the transfer; `timeoutMs` says after how long it does when nothing answers. */
  signal?: AbortSignal;
  timeoutMs?: number;
};

/**
 * Sends or fetches a file, which may be larger than memory and take any time;
 * never repeated by itself. Rejects with a `Failure` when the API is not
 * reachable or refuses.
 */
export async function transfer(settings: Settings, request: Transfer): Promise<Response> {
  const { route, path = {}, query = {}, headers = {}, body = null, signal, timeoutMs = 0 } = request;
  const [method = "GET", template = "/"] = route.split(" ");
  const response = await fetch(settings.url + fillPath(template, path) + queryString(query), {
    method,
    headers: { ...requestHeaders(settings), ...headers },
    body,
    // the key must not follow a redirect to another host
    redirect: "manual",
    ...(signal === undefined ? {} : { signal }),
  }).catch((cause: unknown) => {
    throw unreachable(settings.url, timeoutMs, cause);
  });
  if (!response.ok) throw refusal(response, await response.text(), settings);
  return response;
}
