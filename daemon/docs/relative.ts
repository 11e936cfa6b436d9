const ADDRESS = /((?:href|src|action)=")\/(?!\/)/g;

/**
 * A page with its addresses within the daemon (`/docs`) made relative to where it is served, so that they hold behind
 * a proxy that strips a prefix. `pathname` is the request's own, as a slash at its end counts.
 */
export function withRelativeAddresses(page: string, pathname: string): string {
  const root = rootOf(pathname);
  return page.replace(ADDRESS, (_, before: string) => `${before}${root}`);
}

/** The daemon's root as seen from a path: `./` from `/docs`, `../../` from `/docs/api/channels`. */
function rootOf(pathname: string): string {
  return "../".repeat(pathname.split("/").length - 2) || "./";
}
