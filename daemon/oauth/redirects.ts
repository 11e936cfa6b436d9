/** Longer ones would not fit where they are carried. */
const LONGEST_REDIRECT = 512;

/**
 * Whether a program may be sent its code there: over https, or to a program on the same machine (Model Context Protocol,
 * 2026-07-28, authorization, communication security). What other schemes do is up to the browser, up to running scripts.
 */
export function isRedirect(text: string): boolean {
  const url = text.length <= LONGEST_REDIRECT && /^[\x21-\x7e]+$/.test(text) ? URL.parse(text) : null;
  if (url === null || text.includes("#") || url.username !== "" || url.password !== "") return false;
  return url.protocol === "https:" || isLoopback(url);
}

/** A program on its user's machine takes whichever port is free (RFC 8252, 7.3); all else is compared as it is written. */
export function isRegistered(given: string, registered: readonly string[]): boolean {
  if (registered.includes(given)) return true;
  const wanted = withoutPort(given);
  return wanted !== null && registered.some((one) => withoutPort(one) === wanted);
}

/** Whether this leads to the machine of who follows it. */
export function isLoopback({ protocol, hostname }: URL): boolean {
  return protocol === "http:" && ["127.0.0.1", "[::1]", "localhost"].includes(hostname);
}

function withoutPort(text: string): string | null {
  const url = URL.parse(text);
  if (url === null || !isLoopback(url)) return null;
  url.port = "";
  return url.href;
}
