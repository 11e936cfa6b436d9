import { createHash } from "node:crypto";
import { open, rm } from "node:fs/promises";
import http from "node:http";
import https from "node:https";
import { createSecureAgent } from "../egress/agents.ts";
import type { Dialing } from "../egress/own-hosts.ts";
import { postFailure } from "../egress/post-failure.ts";
import type { Tunnel } from "../egress/tunnel/tunnel.ts";
import { parseUrl } from "../egress/url.ts";
import { writeAll } from "../lib/disk/write-all.ts";
import type { MediaLocation } from "../providers/media.ts";
import { MediaFailure } from "./media-error.ts";
import { HEAD_BYTES } from "./recognise.ts";
import { actualType, UNKNOWN_TYPE } from "./types.ts";

/** The largest file that comes with a message (Meta, "Media": supported media types). */
const MOST_BYTES = 100 * 1024 * 1024;
const MOST_REDIRECTS = 3;
const ALL_MS = 5 * 60_000;
const SILENCE_MS = 30_000;

export type Download = { sha256: string; size: number; mimeType: string };

export type DownloadOptions = {
  guard: Dialing;
  /** The way out of the number that the file is for; null where it has none of its own. */
  tunnel: Tunnel | null;
  /** The path to write to; no file is left there when this rejects. */
  path: string;
  /** The kind of message the file came with, and the type that was announced; anything goes when absent. */
  kind?: string;
  mimeType?: string;
  signal: AbortSignal;
  mostBytes?: number;
  /** Milliseconds for the whole download. */
  timeoutMs?: number;
  /** Milliseconds without a byte. */
  silenceMs?: number;
};

/**
 * Streams a file to the local disk, checking its size, first bytes and digest; memory use does
 * not grow with the file. Every address, including those of redirects, goes through the guard.
 * Rejects with a `MediaFailure`.
 */
export async function download(location: MediaLocation, options: DownloadOptions): Promise<Download> {
  const { timeoutMs = ALL_MS, silenceMs = SILENCE_MS } = options;
  const controller = new AbortController();
  const stop = () => controller.abort("cancelled");
  const late = () => controller.abort("timeout");
  const all = setTimeout(late, timeoutMs);
  let silence = setTimeout(late, silenceMs);
  const onChunk = () => {
    clearTimeout(silence);
    silence = setTimeout(late, silenceMs);
  };
  options.signal.addEventListener("abort", stop);
  if (options.signal.aborted) stop();
  try {
    const message = await follow(location, options, controller.signal);
    const done = await write(message, location, options, onChunk);
    // an answer without a length ends for Bun as if it were whole when it is aborted
    controller.signal.throwIfAborted();
    check(location, done, message);
    return done;
  } catch (cause) {
    await rm(options.path, { force: true });
    throw asFailure(cause, controller.signal, Math.min(timeoutMs, silenceMs));
  } finally {
    clearTimeout(all);
    clearTimeout(silence);
    options.signal.removeEventListener("abort", stop);
  }
}

/** The response after all redirects. The token goes to the first host only. */
async function follow(
  location: MediaLocation,
  way: Pick<DownloadOptions, "guard" | "tunnel">,
  signal: AbortSignal,
): Promise<http.IncomingMessage> {
  const first = parseUrl(location.url);
  let url = first;
  for (let hop = 0; hop <= MOST_REDIRECTS; hop++) {
    const headers = url.origin === first.origin ? location.headers : {};
    const message = await get(url, headers, way, signal);
    const status = message.statusCode ?? 0;
    if (status === 200) return message;
    message.destroy();
    const next = message.headers.location;
    if (status < 300 || status > 399 || next === undefined) throw refused(status, url);
    url = parseUrl(new URL(next, url).href);
  }
  throw new MediaFailure(
    "media_unavailable",
    `the file's address redirects more than ${MOST_REDIRECTS} times`,
    true,
    TOO_MANY_REDIRECTS,
  );
}

/** The status to report when there are too many redirects: that of the last one. */
const TOO_MANY_REDIRECTS = 302;

function get(
  url: URL,
  headers: Record<string, string>,
  { guard, tunnel }: Pick<DownloadOptions, "guard" | "tunnel">,
  signal: AbortSignal,
): Promise<http.IncomingMessage> {
  return new Promise((resolve, reject) => {
    const lookup = guard.lookupFor(url, tunnel !== null);
    const options = {
      headers: { "accept-encoding": "identity", "user-agent": "Waypost-Media/1", ...headers },
      ...(lookup === undefined ? {} : { lookup }),
      signal,
    } as const;
    const call =
      url.protocol === "https:"
        ? https.request(url, { ...options, agent: tunnel?.agentFor(url) ?? createSecureAgent() })
        : http.request(url, { ...options, agent: tunnel?.agentFor(url) ?? false });
    call.on("error", reject);
    call.on("response", resolve);
    call.end();
  });
}

function refused(status: number, { host }: URL): MediaFailure {
  const code = status === 404 || status === 410 ? "media_gone" : "media_unavailable";
  const reason = http.STATUS_CODES[status] ?? "";
  return new MediaFailure(code, `${host} answered ${status} ${reason}`.trimEnd(), true, status);
}

async function write(
  message: http.IncomingMessage,
  location: MediaLocation,
  { path, kind = "document", mimeType = UNKNOWN_TYPE, mostBytes = MOST_BYTES }: DownloadOptions,
  onChunk: () => void,
): Promise<Download> {
  const announced = Math.max(location.size ?? 0, Number(message.headers["content-length"] ?? 0));
  if (announced > mostBytes) throw tooLarge(mostBytes);
  const digest = createHash("sha256");
  const file = await open(path, "wx", 0o600);
  let head = Buffer.alloc(0);
  let size = 0;
  let actual: string;
  try {
    const coming = observed(message as AsyncIterable<Buffer>, onChunk);
    for await (const chunk of location.decipher?.(coming) ?? coming) {
      if (head.length < HEAD_BYTES) head = Buffer.concat([head, chunk.subarray(0, HEAD_BYTES)]);
      size += chunk.length;
      if (size > mostBytes) throw tooLarge(mostBytes);
      digest.update(chunk);
      await writeAll(file, chunk);
    }
    actual = actualType(kind, mimeType, head);
    await file.sync();
  } finally {
    message.destroy();
    await file.close();
  }
  return { sha256: digest.digest("hex"), size, mimeType: actual };
}

/** The bytes as they arrive, with a call at each chunk. */
async function* observed(chunks: AsyncIterable<Buffer>, onChunk: () => void): AsyncIterable<Buffer> {
  for await (const chunk of chunks) {
    onChunk();
    yield chunk;
  }
}

function check(location: MediaLocation, { sha256, size }: Download, message: http.IncomingMessage): void {
  // an encrypted file has another length, and its authentication tag proves that it is whole
  const length = location.decipher === undefined ? message.headers["content-length"] : undefined;
  const cut = !message.complete || (length !== undefined && size !== Number(length));
  if (cut) throw new MediaFailure("media_unavailable", "the file's host ended the answer early", true);
  if (location.size !== null && size !== location.size) {
    throw new MediaFailure(
      "media_damaged",
      `the file has ${size} bytes, not the ${location.size} announced`,
      true,
    );
  }
  if (location.sha256 !== null && sha256 !== location.sha256) {
    throw new MediaFailure("media_damaged", "the file's SHA-256 is not the one that was announced", true);
  }
}

function tooLarge(mostBytes: number): MediaFailure {
  return new MediaFailure("media_too_large", `the file has more than ${mostBytes} bytes`, false);
}

function asFailure(cause: unknown, deadline: AbortSignal, waitedMs: number): MediaFailure {
  if (cause instanceof MediaFailure) return cause;
  const { failure, reason } = postFailure(cause, deadline, waitedMs);
  if (failure === "refused") return new MediaFailure("media_refused", reason, false);
  if (failure === "cancelled") return new MediaFailure("media_unavailable", "the daemon stopped", true);
  if (failure === "timeout")
    return new MediaFailure("media_unavailable", "the file's host stopped sending, or took too long", true);
  return new MediaFailure("media_unavailable", reason, true);
}
