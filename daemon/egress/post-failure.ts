import { ProxyFailure } from "./proxy-failure.ts";
import { EgressRefused } from "./refused.ts";

/** Why a post got no response. */
export type PostFailure = "refused" | "cancelled" | "timeout" | "dns" | "tls" | "protocol" | "connection";

const NO_ADDRESS = /^(ENOTFOUND|EAI_|ENODATA|ESERVFAIL|EREFUSED|ETIMEOUT|DNS_)/;
const BAD_TLS = /CERT|TLS|SSL|SIGNED|UNABLE_TO|^EPROTO$/;
const NOT_HTTP = /^HPE_|^ERR_(HTTP|INVALID)/;

/**
 * Describes the failure in words that the URL's owner may read, with no address of our network
 * and no part of the request.
 */
export function postFailure(
  thrown: unknown,
  deadline: AbortSignal,
  timeoutMs: number,
): { failure: PostFailure; reason: string } {
  if (deadline.aborted && deadline.reason === "timeout") {
    return { failure: "timeout", reason: `no complete response within ${timeoutMs / 1000} s` };
  }
  if (deadline.aborted) return { failure: "cancelled", reason: "the delivery was interrupted" };
  const error = rootOf(thrown);
  if (error instanceof EgressRefused) return { failure: "refused", reason: error.message };
  if (error instanceof ProxyFailure) return { failure: "connection", reason: error.message };
  const code = codeOf(error);
  if (NO_ADDRESS.test(code)) return { failure: "dns", reason: `the host name does not resolve (${code})` };
  if (BAD_TLS.test(code)) return { failure: "tls", reason: `no trusted TLS connection (${code})` };
  if (NOT_HTTP.test(code)) return { failure: "protocol", reason: `the response is not valid HTTP (${code})` };
  return { failure: "connection", reason: `the connection failed (${code})` };
}

/** The underlying error of a stale connection or of a failed list of addresses. */
function rootOf(error: unknown): unknown {
  if (error instanceof AggregateError) return error.errors[0];
  return error instanceof Error && error.cause instanceof Error ? error.cause : error;
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "closed early";
}
