/** The cookie of a login (RFC 6265bis): unreadable for scripts, not sent by other sites' forms. */

const NAME = "waypost_session";
/** Browsers accept this cookie over TLS only, for the whole site and no other host (RFC 6265bis, 4.1.3.2). */
const SECURE_NAME = `__Host-${NAME}`;

/** `Set-Cookie` for a token; `seconds` 0 removes it. */
export function sessionCookie(token: string, seconds: number, isSecure: boolean): string {
  const name = isSecure ? SECURE_NAME : NAME;
  const secure = isSecure ? "; Secure" : "";
  return `${name}=${token}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${seconds}${secure}`;
}

/** The token in a request's cookies, or null. */
export function cookieToken(request: Request, isSecure: boolean): string | null {
  const name = isSecure ? SECURE_NAME : NAME;
  for (const pair of (request.headers.get("cookie") ?? "").split(";")) {
    const [key, value] = pair.trim().split("=", 2);
    if (key === name && value !== undefined) return value;
  }
  return null;
}

/**
 * Whether a request that changes something comes from a page of this host. Browsers say so in
 * `Origin` or `Sec-Fetch-Site`; a request without either is refused.
 */
export function isSameOrigin(request: Request): boolean {
  const origin = request.headers.get("origin");
  if (origin !== null) return URL.parse(origin)?.host === request.headers.get("host");
  return request.headers.get("sec-fetch-site") === "same-origin";
}
