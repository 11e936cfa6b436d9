/** The settings of Meta's app that its Embedded Signup needs. */
export type MetaSignup = { appId?: string | undefined; signupConfigurationId?: string | undefined };

/** Version 4, whose session is told in its third form (Meta, embedded-signup/versions). */
const EXTRAS = JSON.stringify({ version: "v4", sessionInfoVersion: "3" });

/**
 * Where Meta itself shows Embedded Signup to the owner of a business (Meta, embedded-signup/hosted-es); undefined where the
 * app or its configuration is not set.
 */
export function signupUrl({ appId, signupConfigurationId }: MetaSignup): string | undefined {
  if (appId === undefined || signupConfigurationId === undefined) return undefined;
  const query = new URLSearchParams({ app_id: appId, config_id: signupConfigurationId, extras: EXTRAS });
  return `https://business.facebook.com/messaging/whatsapp/onboard/?${query}`;
}
