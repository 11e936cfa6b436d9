/**
 * Codes, and the subcodes of template errors, that mean something of their own
 * where numbers and templates are managed.
 * Source: Meta, WhatsApp Business Platform, "Error codes" (support/error-codes).
 */
export const MANAGEMENT_CODES: Record<number, string> = {
  33: "not_found_at_provider",
  80008: "rate_limited",
  133000: "deregistration_incomplete",
  133005: "wrong_pin",
  133006: "phone_not_verified",
  133008: "too_many_pin_guesses",
  133009: "pin_entered_too_fast",
  133010: "phone_not_registered",
  133015: "recently_deleted",
  133016: "registration_limit",
  136024: "already_verified",
  139101: "blocklist_full",
  147005: "username_in_use",
  2388019: "template_limit_reached",
  2388023: "template_name_being_deleted",
  2388024: "template_exists",
  2388039: "template_in_review",
  2388040: "invalid_template",
  2388043: "invalid_template",
  2388047: "invalid_template",
  2388072: "invalid_template",
  2388073: "invalid_template",
  2388293: "invalid_template",
  2388299: "invalid_template",
  // "Conversation Routing", thread control
  2494191: "takeover_not_allowed",
};
