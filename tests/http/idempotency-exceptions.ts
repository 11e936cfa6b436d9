/**
 * Calls without a key: logins, which are a person's; Meta's, which are distinguished by their content; and those with
 * nothing to keep.
 */
export const WITHOUT = [
  "/v1/auth/device/answer",
  "/v1/auth/device/authorization",
  "/v1/auth/device/find",
  "/v1/auth/device/token",
  "/v1/auth/factors/passkey",
  "/v1/auth/factors/passkey/options",
  "/v1/auth/factors/recovery_codes",
  "/v1/auth/factors/totp",
  "/v1/auth/factors/{id}/confirm",
  "/v1/auth/invitations/accept",
  "/v1/auth/invitations/find",
  "/v1/auth/links",
  "/v1/auth/login",
  "/v1/auth/login/factor",
  "/v1/auth/login/passkey",
  "/v1/auth/login/passkey/options",
  "/v1/auth/logout",
  "/v1/auth/oauth/answer",
  "/v1/auth/oauth/find",
  "/v1/auth/organizations",
  "/v1/auth/password",
  "/v1/auth/push/test",
  "/v1/auth/reset",
  "/v1/auth/step_up",
  "/v1/broadcasts/preview",
  "/v1/broadcasts/{id}/preview",
  // says what is in the files, and keeps nothing
  "/v1/channels/session-stores",
  // somebody writes once more
  "/v1/channels/{id}/customer",
  // by a token that is good once
  "/v1/channels/{id}/passkey",
  "/v1/channels/{id}/passkey/confirm",
  // what is there stays as it is
  "/v1/channels/{id}/past",
  // asked again, it says the same
  "/v1/channels/{id}/session/export",
  "/v1/contacts/import/preview",
  // asked again, it says more
  "/v1/contacts/imports/{id}/number_check",
  // asked again, it brings nothing twice
  "/v1/conversations/{id}/earlier",
  "/v1/providers/whatsapp/webhook",
  // counts what would be deleted
  "/v1/settings/retention/preview",
];
/** Routes that need Meta's consent. */
export const NEEDS_META = ["/v1/waba/exchange-code", "/v1/waba/register-phone"];

/**
 * Works on what a fault puts there, where somebody wrote, through a paired number, in a sandbox, or with its headers: each
 * has tests of its own.
 */
export const NEEDS_MORE =
  /^\/v1\/(conversations\/next|conversations\/\{id\}\/(unread|handover|block|unblock|archive|unarchive)|inbound\/failed\/\{id\}\/retry|channels\/\{id\}\/(groups.*|labels|session|status)|channels\/sandbox|media\/uploads)$/;
