import {
  answerTo,
  type PlannedRequest,
  planRequest,
  type RequestOf,
  type ResponseOf,
  type Route,
  userHeader,
} from "./call.ts";
import { asProblem, Problem } from "./problem.ts";
import { addressOf } from "./root.ts";

/** While nothing of a file gets through for so long, nobody is there to take it. */
const STALLED_MS = 60_000;
/** A whole spreadsheet is read before it is answered. */
const ANSWER_MS = 10 * 60_000;

/** A request whose body is a file. */
export type FileRequest<Name extends Route> = Omit<RequestOf<Name>, "body">;

export type UploadOptions = {
  signal?: AbortSignal;
  idempotencyKey?: string | undefined;
  headers?: Readonly<Record<string, string>>;
  /** Called with the part of the file that was sent, from 0 to 1. */
  onProgress?: (share: number) => void;
};

/**
 * Sends a file as the body of a request. Rejects with a `Problem`, and with the signal's reason once that is aborted.
 * When the session has ended, it waits for the login and sends the file again.
 */
export async function upload<Name extends Route>(
  route: Name,
  request: FileRequest<Name>,
  file: Blob,
  { idempotencyKey, headers, ...options }: UploadOptions = {},
): Promise<ResponseOf<Name>> {
  const planned = planRequest(route, request as RequestOf<Name>, idempotencyKey);
  const whole = {
    ...planned,
    headers: { ...planned.headers, "content-type": "application/octet-stream", ...userHeader(), ...headers },
  };
  try {
    return (await answerTo(() => send(whole, file, options))) as ResponseOf<Name>;
  } catch (cause) {
    options.signal?.throwIfAborted();
    throw asProblem(cause).status === 0 ? await whyNot(file) : cause;
  }
}

/** The headers that say what a file is called, and of which type it is. */
export function fileHeaders(name: string, type: string): Record<string, string> {
  const encoded = encodeURIComponent(name.toWellFormed()).replace(/['()*]/g, escaped);
  return {
    "content-disposition": `attachment; filename*=UTF-8''${encoded}`,
    ...(type === "" ? {} : { "content-type": type }),
  };
}

/** What RFC 8187 does not allow in a name, beyond what `encodeURIComponent` escapes. */
function escaped(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}

/** `fetch` would not say how much was sent. */
function send(
  { method, path, headers }: PlannedRequest,
  file: Blob,
  { signal, onProgress }: UploadOptions,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const fail = () => reject(asProblem(null));
    const stop = () => request.abort();
    let patience = setTimeout(stop, STALLED_MS);
    const wait = (mostMs: number) => {
      clearTimeout(patience);
      patience = setTimeout(stop, mostMs);
    };
    request.upload.onprogress = ({ loaded, total }) => {
      wait(STALLED_MS);
      onProgress?.(total === 0 ? 1 : loaded / total);
    };
    request.upload.onload = () => wait(ANSWER_MS);
    request.onload = () => resolve(responseOf(request));
    request.onerror = fail;
    request.onabort = fail;
    request.onloadend = () => {
      clearTimeout(patience);
      signal?.removeEventListener("abort", stop);
    };
    request.open(method, addressOf(path));
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    signal?.addEventListener("abort", stop);
    request.send(file);
    if (signal?.aborted) stop();
  });
}

function responseOf(request: XMLHttpRequest): Response {
  const { status, responseText } = request;
  const headers = ["date", "x-request-id"].flatMap((name): [string, string][] => {
    const value = request.getResponseHeader(name);
    return value === null ? [] : [[name, value]];
  });
  return new Response(responseText === "" ? null : responseText, { status, headers });
}

/** Why a file did not arrive: browsers don't say whether the file or the network failed. */
async function whyNot(file: Blob): Promise<Problem> {
  try {
    await file.slice(0, 1).arrayBuffer();
    return asProblem(null);
  } catch {
    return unreadable();
  }
}

/** Why a file can't be sent that is not there any more. */
export function unreadable(): Problem {
  const hint = "It may be a folder, or was changed or moved since you chose it. Choose it again.";
  return new Problem(0, "unreadable_file", "the file can't be read", hint);
}
