/**
 * Why a channel is as it is, as the API says it: each `%s` is a fact, or another of these sentences. The page says them
 * in its language (`daemon/page/languages/reasons.ts`), so that each needs a translation. A word before a colon is for programs.
 * A sentence that others may be like stands before them.
 */
export const STATUS_REASONS = {
  not_paired: "not paired yet; connect it",
  disconnected: "disconnected on request",
  logged_out: "logged out on request",
  logged_out_here: "logged out here; WhatsApp was not reached: remove the device on the phone",
  exported:
    "its session was exported: another program has it; connect it here only when that one is stopped for good",
  in_sandbox: "sandbox: the channel was created there, and only a daemon with --sandbox uses it",
  outside_sandbox:
    "not in the sandbox: the channel was created for WhatsApp itself, and a daemon with --sandbox does not use it",

  library_missing:
    "paired numbers need the optional package baileys, which is not installed (see the README)",
  not_opened: "the connection can't be opened; see the log",
  keys_unreadable: "its keys can't be read; see the log",
  waiting_for_key: "waiting for the master key that its login is encrypted with",
  waiting_for_gateway: "waiting for a gateway",
  reconnecting_often: "reconnecting, %s attempts in a row failed",
  silent: "the connection is open, but WhatsApp does not respond",

  scan: "scan the QR code with the phone",
  type_code: "enter the code on the phone",
  cut_off: "pairing_cut_off: the daemon ended in the middle of this pairing; a new code follows",
  cut_off_again: "pairing_cut_off: the daemon ended in the middle of this pairing; %s once more",
  accepted: "the phone has accepted this device",
  passkey_wanted:
    "passkey_wanted: WhatsApp wants the passkey of this number's account before it links a device. Use it in your own browser, at the address that \"waypost channels passkey\" and this channel's page show",
  passkey_signed: "passkey_wanted: the passkey was used; leave WhatsApp open on the phone",
  passkey_confirm:
    "passkey_code: compare the code with the one that the phone shows, then confirm it here and there",
  passkey_confirmed:
    "passkey_code: the code was confirmed here; if the phone shows it, confirm it there, too",
  another_number:
    "another_number: %s before, now %s; connect again to pair %s, or connect with replace_number if %s is to take its place",
  other_logged_out: "the other number was logged out",

  outdated:
    "WhatsApp wants a newer version of WhatsApp Web than %s: update Waypost, or set WAYPOST_WA_WEB_VERSION to a newer one; it is tried again every hour",
  outdated_pairing:
    "WhatsApp wants a newer version of WhatsApp Web than %s: update Waypost, or set WAYPOST_WA_WEB_VERSION to a newer one; then connect it again",
  place_taken: "another login took this one's place, maybe that of the daemon before; tried again",
  untrusted: "the server could not prove that it is WhatsApp: its certificate is not signed by the right key",
  removed: "the device was removed on the phone; pair it again",
  banned: "WhatsApp banned the number for a time",
  refused: "WhatsApp refused the account: it is banned, or its phone is gone",
  version: "WhatsApp wants a newer version of WhatsApp Web",
  login_ended: "WhatsApp ended the login; pair it again",
  went_silent: "the connection went silent",
  not_accepted: "WhatsApp does not accept this program; connect it again once that is resolved",
  phone_outdated:
    "WhatsApp on the phone has to be updated before it takes linked devices; then connect it again",
  not_known: "WhatsApp does not know this program; connect it again once that is resolved",
  closed: "the connection was closed",
  replaced: "another program uses the same login; stop it, then connect this channel again",
  error: "WhatsApp reported an error",
  not_available: "WhatsApp is not available",
  asked_again: "WhatsApp asked for a new connection",
  proxy: "proxy_unreachable: %s",
  unread: "received messages were not read for a while",
  lost: "the connection was lost",

  chats_locked: "WhatsApp does not let this number start chats for a while",
  chats_warned: "new_chats_warned: WhatsApp warns that this number begins many chats",
  chats_used_up: "new_chats_used_up: WhatsApp's limit of new chats is used up",

  token_expired: "the access token expired at %s; connect it again",
  token_expires: "the access token expires at %s; connect it again before that",
  token_missing: "the channel has no access token or phone number id",
  unproven: "nothing is received until WhatsApp confirms that the access token is for this number",
  number_taken: "another organisation has a channel for this number, which it has to delete first",
  displaced:
    "another channel proved that the number is its own, and this channel's token did not; nothing is received here",
  unregistered: "WhatsApp says %s of this number; register it: POST /v1/waba/register-phone",
  number_state: "WhatsApp says %s of this number",
  not_listed: "account %s does not list this number to this token: check the waba_id",
  no_answer: "the Graph API did not respond: %s",
  account_deleted: "the WhatsApp Business Account was deleted",
  left_cloud_api: "the number left the Cloud API",
  app_removed: "the business removed this app from its account",
  app_uninstalled: "the business uninstalled this app",
  account_restricted: "the account is restricted: %s",
  policy_violated: "the account violated a policy: %s",
  account_ends: "the account will be disabled on %s",
  account_disabled: "the account is disabled",
  name_approved: "the display name %s was approved: register the number again within 14 days to use it",
  name_rejected: "the display name %s was rejected: %s",
  two_step: "two-step verification of the number: %s",
  no_reason: "no reason given",

  no_more_codes: "WhatsApp gave no more codes",
  passkey_too_late: "the passkey was not used in time",
  signature_too_late: "WhatsApp did not take the passkey's signature in time",
  phone_too_late: "the phone did not continue in time; leave WhatsApp open on it",
  confirmed_too_late: "the code was not confirmed here in time",
  linked_too_late: "the phone did not link this device in time; confirm the code there, too",

  no_way: "WhatsApp offered no way to pair: %s; connect it again",
  code_too_late: "the pairing code was not entered in time: %s; connect it again",
  scan_too_late: "the QR code was not scanned in time: %s; connect it again",
  passkey_unused: "passkey_failed: the connection ended before the passkey was used: %s; connect it again",
  passkey_failed: "passkey_failed: %s; connect it again",
  pairing_failed: "%s; connect it again",
  reconnecting: "reconnecting: %s",
  rests: "%s; rests until %s, then tries one message",
  closed_with: "%s (%s)",
  until: "%s until %s",
} as const;

export type StatusReason = keyof typeof STATUS_REASONS;

/** A sentence with its facts. */
export function statusReason(name: StatusReason, ...facts: readonly (string | number)[]): string {
  return filled(STATUS_REASONS[name], facts);
}

/** A text with a fact in place of each `%s`. */
export function filled(text: string, facts: readonly (string | number)[]): string {
  const left = [...facts];
  return text.replaceAll("%s", () => String(left.shift()));
}
