import { GRANT_TYPE as DEVICE } from "../device-login/schemas.ts";

/** What programs can fetch their keys with. */
export const GRANTS = ["authorization_code", "refresh_token", DEVICE] as const;

/** The grants of a program that can't lead its user to a page. */
export const GRANTS_WITHOUT_BROWSER = [DEVICE, "refresh_token"] as const;

/** Whether a program has no browser, by the grants that it names: nobody is led back to it, so it has no redirects. */
export function isWithoutBrowser(grants: unknown): boolean {
  return Array.isArray(grants) && grants.includes(DEVICE) && !grants.includes("authorization_code");
}
