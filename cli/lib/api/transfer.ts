import type { PathOf, QueryOf, Route } from "../../../daemon/start/types/routes.ts";
import type { Failure } from "../failures/failure.ts";
import type { Settings } from "../settings/settings.ts";
import type { Spinner } from "../terminal/spinner.ts";
import { requestHeaders, waitingFor } from "./client.ts";
import { createPatience } from "./patience.ts";
import { refusal } from "./refusal.ts";
import { fillPath, queryString } from "./request.ts";
import { brokenOff, unreachable } from "./unreachable.ts";

/** The routes that take or give a file or a stream, and so are not called by the client. */
type FileRoute = Extract<
  Route,
  | "GET /v1/contacts/export"
  | "GET /v1/contacts/{id}/archive"
  | "GET /v1/contacts/{id}/picture"
  | "GET /v1/audit/export"
  | "GET /v1/costs.csv"
  | "GET /v1/response_times.csv"
  | "GET /v1/broadcasts/{id}/people.csv"
  | "GET /v1/contacts/imports/{id}/refused"
  | "GET /v1/events/stream"
  | "GET /v1/logs/requests/stream"
  | "GET /v1/media/{id}"
  | "POST /v1/contacts/import"
  | "POST /v1/contacts/import/preview"
  | "POST /v1/media"
  | "POST /v1/media/uploads"
  | "PATCH /v1/media/uploads/{id}"
>;
export type FileRequest = {
  [Name in FileRoute]: { route: Name; path?: PathOf<Name>; query?: QueryOf<Name> };
}[FileRoute];

export type Transfer = FileRequest & Body & Patience;

/** A request of any route. */
export type Exchange = { method: string; path: string } & Body & Patience;

type Body = {
  headers?: Record<string, string>;
  body?: ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer> | string | undefined;
};

type Patience = {
  /** Milliseconds in which the response must begin once all is sent (default 30 s). */
  timeoutMs?: number | undefined;
  /** Milliseconds in which more of the response must come (default: as many). */
  silenceMs?: number;
  /** Shows that the response is waited for. */
  spinner?: Spinner;
};

/**
 * Sends or fetches a file, which may be larger than memory and take any time
 * while some of it moves; never repeated by itself. Rejects with a `Failure`
 * when the API can't be reached, refuses or falls silent; so does reading the
 * body of its response.
 */
export async function transfer(
  settings: Settings,
  { route, path, query, ...rest }: Transfer,
): Promise<Response> {
  const [method = "GET", template = "/"] = route.split(" ");
  const filled = fillPath(template, path ?? {}) + queryString(query ?? {});
  const response = await exchange(settings, { ...rest, method, path: filled });
  if (response.ok) return response;
  throw refusal(response, await response.text(), settings);
}

/** The same for any route, and whatever is answered: also a refusal is returned. */
export async function exchange(settings: Settings, request: Exchange): Promise<Response> {
  const { timeoutMs = 30_000, silenceMs = timeoutMs, spinner = (_, work) => work() } = request;
  const { signal, moved, end } = createPatience(timeoutMs);
  const failWith = (failureOf: (cause: unknown) => Failure) => (cause: unknown) => {
    end();
    throw failureOf(cause);
  };
  const response = await spinner(waitingFor(settings.url), () =>
    send(settings, request, signal, () => moved(timeoutMs)).catch(
      failWith((cause) => unreachable(settings, timeoutMs, cause)),
    ),
  );
  moved(silenceMs);
  if (response.body === null) {
    end();
    return response;
  }
  const requestId = response.headers.get("x-request-id") ?? undefined;
  const broken = failWith((cause) => brokenOff(settings, silenceMs, cause, requestId));
  const pieces = readPieces(response.body, () => moved(silenceMs), end, broken);
  return new Response(pieces, response);
}

function send(
  settings: Settings,
  { method, path, headers = {}, body }: Exchange,
  signal: AbortSignal,
  moved: () => void,
): Promise<Response> {
  return fetch(settings.url + path, {
    method,
    headers: { ...requestHeaders(settings), ...headers },
    body: body instanceof ReadableStream ? body.pipeThrough(reporting(moved)) : (body ?? null),
    // the key must not follow a redirect to another host
    redirect: "manual",
    signal,
  });
}

function reporting(moved: () => void): TransformStream<Uint8Array, Uint8Array> {
  return new TransformStream({
    transform(chunk, controller) {
      moved();
      controller.enqueue(chunk);
    },
  });
}

/** The body piece by piece; `fail` makes a `Failure` of what goes wrong. */
function readPieces(
  body: ReadableStream<Uint8Array>,
  moved: () => void,
  end: () => void,
  fail: (cause: unknown) => never,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await reader.read().catch(fail);
      moved();
      if (!done) return controller.enqueue(value);
      end();
      controller.close();
    },
    async cancel(reason) {
      end();
      await reader.cancel(reason);
    },
  });
}
