/** Error codes, of refused requests and of failed messages, with what a person can do. */
const ADVICE: Readonly<Record<string, string>> = {
  wrong_cell: "Log in there: waypost login --url <address of that cell>",
  step_up_required: "Log in again, then repeat it: waypost login --email <address>",
  channel_not_found: "See which there are: waypost channels list",
  channel_not_connected: "See its state: waypost channels list",
  unsupported_on_platform: "This kind of channel can't do that; send another type or use another channel.",
  outside_service_window:
    "The recipient has not written within 24 hours; send an approved template: waypost send --template <name>",
  messaging_limit_reached:
    "Wait until somebody leaves the count: `waypost channels limits` says when. Or let messages wait: `over_limit: wait`.",
  marketing_limit_reached:
    "WhatsApp delivers this person no more marketing for now; send it later. Or let messages wait: `over_limit: wait`.",
  conversation_held: "Somebody else holds the conversation: waypost conversations release <id>",
  suppressed_recipient:
    "They said no, opted out or are suppressed. Once they agree: waypost contacts consent <contact> --channel whatsapp --state granted, or waypost contacts suppress <contact> --lift",
  template_mismatch: "Compare --param, --header-image and --button with the approved template.",
  template_parameters_invalid: "Compare --param, --header-image and --button with the approved template.",
  template_not_found: "Check --template and --lang: both must match an approved template exactly.",
  template_paused: "WhatsApp paused this template for its quality; use another one.",
  template_disabled: "WhatsApp disabled this template for its quality; use another one.",
  recipient_unreachable: "The number is not on WhatsApp or can't take this message; check --to.",
  template_in_review: "Meta has not decided yet; see: waypost templates get <id>",
  invalid_code: "Go through the signup again: its code works once, for 30 seconds.",
  app_not_configured: "The daemon needs WAYPOST_APP_ID and WAYPOST_APP_SECRET.",
  phone_not_verified: "Verify the number in Meta's WhatsApp Manager, then register it.",
  wrong_pin: "The PIN is the number's two-step code; it can be changed in Meta's WhatsApp Manager.",
  invalid_recipient: "Check --to: country code and number, digits only.",
  recipient_opted_out: "The recipient stopped marketing messages; don't send them again.",
  not_delivered_ecosystem:
    "WhatsApp limits marketing messages per person; try again after 24 hours at the earliest.",
  rate_limited: "The channel sends too fast; wait, then send again.",
  channel_auth_failed: "The channel's access token is no longer valid; give it a new one.",
  phone_not_registered:
    "The channel's number is not registered with WhatsApp; register it: waypost channels register <id>",
  billing_problem: "The WhatsApp account has a payment problem; settle it in Meta's business settings.",
  media_rejected: "WhatsApp could not fetch or use the file; check its address, type and size.",
  expired:
    "It waited too long; see why its channel did not send: waypost channels list. To let it wait longer, use --expires or --ttl.",
  outcome_unknown: "It is not known whether it was sent; look at the chat before you send it again.",
};

/** Advice for an error code, if there is any. */
export function adviceFor(code: string): string | undefined {
  return Object.hasOwn(ADVICE, code) ? ADVICE[code] : undefined;
}
