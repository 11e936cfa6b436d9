import { requestHeaders, unreachable } from "./client.ts";
import { refusal } from "./refusal.ts";
import { queryString } from "./request.ts";
import type { Settings } from "./settings.ts";

export type Transfer = {
  method: "GET" | "POST";
  path: string;
  query?: Record<string, unknown>;
  headers?: Record<string, string>;
  body?: ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer>;
};

/**
 * Sends or fetches a file, which may be larger than memory and take any time;
 * never repeated by itself. Rejects with a `Failure` when the API is not
 * reachable or refuses.
 */
export async function transfer(settings: Settings, request: Transfer): Promise<Response> {
  const { method, path, query = {}, headers = {}, body = null } = request;
  const response = await fetch(settings.url + path + queryString(query), {
    method,
    headers: { ...requestHeaders(settings), ...headers },
    body,
    // the key must not follow a redirect to another host
    redirect: "manual",
  }).catch((cause: unknown) => {
    throw unreachable(settings.url, 0, cause);
  });
  if (!response.ok) throw refusal(response, await response.text(), settings);
  return response;
}
