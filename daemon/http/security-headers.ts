/**
 * Headers of every API response for browsers: it is no page, and nobody's to
 * keep or to frame. Responses that are meant to be kept or shown say so themselves.
 */
export const SECURITY_HEADERS = {
  "cache-control": "no-store",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
} as const;

/** Of those that came over TLS: the browser is to use nothing else for two years (RFC 6797). */
export const STRICT_TRANSPORT = "max-age=63072000; includeSubDomains";
