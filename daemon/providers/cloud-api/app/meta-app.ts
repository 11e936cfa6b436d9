/** The Meta app that a daemon is. */
export type MetaApp = { id: string; secret: string };

/** The app's own access token (Meta, "Access Token Guide", app access tokens). */
export function tokenOfApp({ id, secret }: MetaApp): string {
  return `${id}|${secret}`;
}
