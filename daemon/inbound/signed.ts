import { problem } from "../http/problem.ts";
import { isSignatureHeader, isSignedByMeta } from "../providers/cloud-api/signature.ts";

const HEADER = "x-hub-signature-256";

/** Refuses by its head alone what can't be signed, before its body is waited for. Throws 401. */
export function createSignatureGuard(appSecret: string | undefined): (headers: Headers) => void {
  return (headers) => {
    secretOf(appSecret);
    if (isSignatureHeader(headers.get(HEADER))) return;
    throw problem(
      401,
      "unauthorized",
      "the X-Hub-Signature-256 is missing, or not sha256= and 64 hex digits",
    );
  };
}

/** Throws 401 unless Meta signed these bytes. */
export function requireSignature(
  body: Uint8Array,
  { headers }: Request,
  appSecret: string | undefined,
): void {
  if (isSignedByMeta(body, headers.get(HEADER), secretOf(appSecret))) return;
  throw problem(401, "unauthorized", "the X-Hub-Signature-256 does not match the body");
}

function secretOf(appSecret: string | undefined): string {
  if (appSecret !== undefined) return appSecret;
  throw problem(401, "unauthorized", "WAYPOST_APP_SECRET is not set, so no webhook can be verified");
}
