import type { LoggedEvent } from "../../lib/api/types/webhooks.ts";
import { signedHeaders } from "../webhooks/signature.ts";

export type Target = {
  url: string;
  secret: string;
  /** Whether the certificate of an https address is left unchecked. */
  skipVerify: boolean;
  /** Milliseconds for the whole response, as the daemon gives it. */
  timeoutMs?: number;
};

/** One forwarding of an event: the request, and its result. */
export type Attempt = {
  headers: Record<string, string>;
  /** Null when there was no response; `error` says why. */
  status: number | null;
  error: string | null;
  durationMs: number;
  /** The beginning of the response's body. */
  responseText: string;
};

const MOST_BYTES = 16 * 1024;

/** Posts an event to an address, signed as of now. Never rejects for what the address does. */
export async function forward(
  { id, type, body: content }: LoggedEvent,
  { url, secret, skipVerify, timeoutMs = 15_000 }: Target,
): Promise<Attempt> {
  const body = JSON.stringify(content);
  const headers = signedHeaders(secret, { id, type, body }, new Date());
  const startedAt = performance.now();
  const ended = (rest: Pick<Attempt, "status" | "error" | "responseText">): Attempt => ({
    headers,
    durationMs: Math.round(performance.now() - startedAt),
    ...rest,
  });
  try {
    const response = await fetch(url, {
      method: "POST",
      headers,
      body,
      redirect: "manual",
      signal: AbortSignal.timeout(timeoutMs),
      tls: { rejectUnauthorized: !skipVerify },
    });
    return ended({ status: response.status, error: null, responseText: await beginning(response) });
  } catch (error) {
    return ended({ status: null, error: describe(error, timeoutMs), responseText: "" });
  }
}

/** Whether the address took the event. */
export function isTaken({ status }: Attempt): boolean {
  return status !== null && status >= 200 && status < 300;
}

async function beginning(response: Response): Promise<string> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of response.body ?? []) {
    pieces.push(piece);
    bytes += piece.byteLength;
    if (bytes >= MOST_BYTES) break;
  }
  return Buffer.concat(pieces).subarray(0, MOST_BYTES).toString("utf8");
}

function describe(error: unknown, timeoutMs: number): string {
  if (!(error instanceof Error)) return "no answer";
  if (error.name === "TimeoutError") return `no response within ${timeoutMs / 1000} s`;
  const code = "code" in error ? String(error.code) : error.name;
  return code === "ECONNREFUSED" ? "nothing listens there" : `no response (${code})`;
}
