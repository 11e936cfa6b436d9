/**
 * Where the daemon is, with a slash at its end: behind a proxy it may be below a prefix. The page's own file is at
 * `page/<name>` of it.
 */
export const ROOT = new URL("../", import.meta.url);

/** The prefix that all paths of the page begin with, as routes want it: `/waypost`, or nothing. */
export const BASE = ROOT.pathname.replace(/\/$/, "");

/** The address of a path of the daemon, such as `/v1/health`. */
export function addressOf(path: string): string {
  return BASE + path;
}
