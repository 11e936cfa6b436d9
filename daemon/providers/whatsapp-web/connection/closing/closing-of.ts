import { ProxyFailure } from "../../../../egress/proxy-failure.ts";
import { type Closing, OUR_CODES } from "./close-codes.ts";

/** Reads the library's error: a Boom, whose data are the attributes or the node of the server's stanza, or the WebSocket's error. */
export function closingOf(error: unknown): Closing {
  const words = error instanceof Error ? error.message : "closed";
  const output: unknown = error instanceof Error && "output" in error ? error.output : null;
  const status = typeof output === "object" && output !== null ? Reflect.get(output, "statusCode") : null;
  const code = typeof status === "number" ? status : OUR_CODES.closed;
  const data: unknown = error instanceof Error && "data" in error ? error.data : null;
  if (data instanceof ProxyFailure) return { code: OUR_CODES.proxy, words: data.message, until: null };
  return { code, words, until: code === 402 ? endOfBan(data) : null };
}

/** A ban's `expire` is in seconds from now (whatsmeow, `types/events`, TemporaryBan). */
function endOfBan(data: unknown): Date | null {
  const seconds =
    typeof data === "object" && data !== null ? Number(Reflect.get(data, "expire")) : Number.NaN;
  const end = new Date(Date.now() + seconds * 1000);
  // one beyond the calendar has no end
  return seconds > 0 && Number.isFinite(end.getTime()) ? end : null;
}
