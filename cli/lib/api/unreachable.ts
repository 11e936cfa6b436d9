import { ExitCode } from "../failures/exit-codes.ts";
import { Failure, failure } from "../failures/failure.ts";
import type { Settings } from "../settings/settings.ts";

/** Bun's error codes for certificates that it does not trust (OpenSSL's X509_V_ERR_…). */
const CERTIFICATE = /CERT|SIGNATURE/;

/** The advice to look around; `doctor` itself has another in its place. */
export const SEE_DOCTOR = "Look for what is wrong: waypost doctor";

/** That no response came: exit 4. */
export function unreachable(
  { url, proxy }: Pick<Settings, "url" | "proxy">,
  timeoutMs: number,
  error: unknown,
): Failure {
  const timedOut = isTimeout(error);
  const reason = reasonOf(error);
  const message = timedOut
    ? `${url} did not respond within ${timeoutMs / 1_000} s`
    : `${url} can't be reached (${reason})`;
  return new Failure(ExitCode.unreachable, message, {
    code: timedOut ? "timeout" : "connection_failed",
    hint: adviceFor(reason, proxy),
    cause: error,
  });
}

/** That a response ended before it was whole: exit 1; or that no more of it came: exit 4. */
export function brokenOff(
  settings: Pick<Settings, "url" | "proxy">,
  timeoutMs: number,
  cause: unknown,
  requestId: string | undefined,
): Failure {
  if (isTimeout(cause)) return unreachable(settings, timeoutMs, cause);
  const message = "The daemon broke off; the file is incomplete. Its log says why.";
  return failure(message, { code: "broke_off", requestId, cause });
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.name === "TimeoutError";
}

function adviceFor(reason: string, proxy: string | null): string {
  if (proxy !== null) return `${proxy} sets a proxy; NO_PROXY lists hosts to reach without it.`;
  if (reason === "ENOTFOUND") return "There is no such host; check the address.";
  if (reason === "EPROTO") return "It does not speak TLS; is it an http address?";
  if (CERTIFICATE.test(reason))
    return "Its certificate is not trusted here; NODE_EXTRA_CA_CERTS can name a file with an additional authority.";
  return `Is the daemon running there? ${SEE_DOCTOR}`;
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown reason";
  return "code" in error && typeof error.code === "string" ? error.code : error.name;
}
