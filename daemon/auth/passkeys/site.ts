import { isIP } from "node:net";
import { problem } from "../../http/problem.ts";

/** Whom passkeys are for: the host of the page, and the origin that a browser says it signed on (WebAuthn, 5.1.2). */
export type Site = { rpId: string; origin: string };

export const NO_DOMAIN = {
  description: "The page is not reached by a domain name, which passkeys are for",
  code: "wrong_state",
  detail:
    "passkeys are for a domain name: reach the page by one, over https, and set WAYPOST_PUBLIC_URL to it",
};

/** Reads the address that this installation is found below, whichever daemon answers. */
export type AddressReader = (request: Request) => { issuer: string };

/** The site below an address of ours. Throws 409 for an IP address, which no passkey can be for. */
export function siteOf({ issuer }: { issuer: string }): Site {
  const { hostname, origin } = new URL(issuer);
  if (isIP(hostname.replace(/^\[|\]$/g, "")) !== 0) throw problem(409, NO_DOMAIN.code, NO_DOMAIN.detail);
  return { rpId: hostname, origin };
}
