/** The cookies of a login (RFC 6265bis): unreadable for scripts, not sent by other sites' forms. */

/**
/**
 * `session` is the login itself, `device` what a browser keeps of it: that its user has logged in there; `factor` is a
 * login that waits for a second factor, `provider` one that was begun at a login provider.
 */
const NAMES = {
  session: "waypost_session",
  device: "waypost_device",
  factor: "waypost_factor",
  provider: "waypost_provider",
} as const;
export type CookieName = keyof typeof NAMES;

/** Browsers accept a cookie of this name over TLS only, for the whole site and no other host (RFC 6265bis, 4.1.3.2). */
function nameOf(name: CookieName, isSecure: boolean): string {
  return isSecure ? `__Host-${NAMES[name]}` : NAMES[name];
}

/** `Set-Cookie` for a token; `seconds` 0 removes it. */
export function setCookie(name: CookieName, token: string, seconds: number, isSecure: boolean): string {
  const secure = isSecure ? "; Secure" : "";
  return `${nameOf(name, isSecure)}=${token}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${seconds}${secure}`;
}

/** The token in a request's cookies, or null. */
export function cookieToken(name: CookieName, request: Request, isSecure: boolean): string | null {
  const wanted = nameOf(name, isSecure);
  for (const pair of (request.headers.get("cookie") ?? "").split(";")) {
    const [key, value] = pair.trim().split("=", 2);
    if (key === wanted && value !== undefined) return value;
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
