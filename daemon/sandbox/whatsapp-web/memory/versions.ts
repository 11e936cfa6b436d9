import type { proto } from "baileys";

/** Which versions of WhatsApp Web are let in, and which one its page names; each is the last part of a version. */
export type VersionRules = {
  /** Older clients are refused with 405; null: none are. */
  oldest: number | null;
  /** What the page names as the current one; null: the page names none. */
  named: number | null;
};

/** Lets everybody in, and names a version that every client of today has. */
export function createVersionRules(): VersionRules {
  return { oldest: null, named: 1 };
}

/** Whether a client that logs in or wants to be linked is too old. */
export function isOutdated({ oldest }: VersionRules, { userAgent }: proto.IClientPayload): boolean {
  return oldest !== null && (userAgent?.appVersion?.tertiary ?? 0) < oldest;
}

/** The page of WhatsApp Web's service worker, of which clients read the version. */
export function versionPage({ named }: VersionRules): Response {
  const words = named === null ? "{}" : JSON.stringify({ client_revision: named, server_revision: named });
  return new Response(`self.__data = ${words};`, { headers: { "content-type": "text/javascript" } });
}
