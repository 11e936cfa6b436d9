/** What Meta's webhooks are known to hold. Source: Meta, WhatsApp Business Platform, webhooks reference. */
import { type Known, knownOf, type Note } from "../../../drift/known.ts";
import { noteStrangers } from "../../../drift/strangers.ts";
import { objects } from "../../../lib/objects.ts";
import { READ_ACCOUNT_EVENTS } from "../inbound/account.ts";
import type { ReadField } from "../inbound/inbound.ts";
import { field } from "../inbound/values.ts";
import { TEMPLATE_EVENTS } from "../template-status.ts";
import { CONTACTS, ECHO, ERRORS, MESSAGE, METADATA, PAST, STATUSES } from "./messages.ts";

const TEMPLATE =
  "message_template_id message_template_name message_template_language message_template_category";

/** Events of an account that change nothing for its channels. */
const OTHER_ACCOUNT_EVENTS = [
  ...["PARTNER_ADDED", "PARTNER_APP_INSTALLED", "AD_ACCOUNT_LINKED", "VERIFIED_ACCOUNT"],
  ...["BUSINESS_PRIMARY_LOCATION_COUNTRY_UPDATE", "MM_LITE_TERMS_SIGNED", "VOLUME_BASED_PRICING_TIER_UPDATE"],
  ...["AUTH_INTL_PRICE_ELIGIBILITY_UPDATE", "PARTNER_CLIENT_CERTIFICATION_STATUS_UPDATE"],
];
const ACCOUNT_EVENTS = [...READ_ACCOUNT_EVENTS, ...OTHER_ACCOUNT_EVENTS].join(" ");

const PEOPLE = "wa_id user_id parent_user_id input profile{name username}";
const SETTING = "text update_successful errors*";
const GROUPS = `${METADATA} ${CONTACTS} ${ERRORS} groups{
  timestamp group_id request_id reason subject description invite_link join_approval_mode initiated_by join_request_id
  ${PEOPLE} added_participants{${PEOPLE}} removed_participants{${PEOPLE}} failed_participants{${PEOPLE} errors*}
  group_subject{${SETTING}} group_description{${SETTING}} profile_picture{mime_type sha256 ${SETTING}} errors*
  type(group_create group_delete group_settings_update group_participants_add group_add_participants
    group_participants_remove group_remove_participants group_join_request_created group_join_request_revoked
    group_suspend group_suspend_cleared)
}`;
const CONTROL = `
  previous_owner_app_id previous_owner_app_role previous_owner_role new_owner_app_id new_owner_app_role new_owner_role
  metadata conversation_context{type(summary) summary{text}}
`;
const ALERT =
  "alert_severity(CRITICAL WARNING INFORMATIONAL) alert_status(ACTIVE NONE) alert_type alert_description";
const USERNAME = "display_phone_number username status(reserved approved deleted)";

/** The value of each field that is read. */
const FIELDS: Record<ReadField, string> = {
  messages: `${METADATA} ${CONTACTS} conversation_context* messages{${MESSAGE}} ${STATUSES} ${ERRORS}`,
  standby: `${METADATA} ${CONTACTS} standby{
    ${CONTACTS} messages{${MESSAGE}} message_echoes{${ECHO} message* template* flow*} ${STATUSES} ${ERRORS}
  }`,
  messaging_handovers: `${METADATA} sender{phone_number wa_id user_id id}
    recipient{phone_number_id display_phone_number id} timestamp
    type(control_passed control_taken) control_passed{${CONTROL}} control_taken{${CONTROL}}
    pass_thread_control{${CONTROL}} take_thread_control{${CONTROL}}`,
  smb_message_echoes: `${METADATA} ${CONTACTS} message_echoes{${ECHO}}`,
  smb_app_state_sync: `${METADATA} ${CONTACTS} state_sync{
    type action contact{full_name first_name phone_number user_id username} metadata{timestamp}
  }`,
  history: `${METADATA} ${CONTACTS} ${ERRORS} history{
    metadata{phase chunk_order progress} ${ERRORS}
    threads{id user_id context{user_id username wa_id} messages{${PAST}}}
  } messages{${PAST}} message_echoes{${PAST}}`,
  calls: `${METADATA} ${CONTACTS} ${ERRORS}
    calls{
      id from to from_user_id to_user_id from_parent_user_id to_parent_user_id event(connect terminate) timestamp
      direction status duration start_time end_time session{sdp_type sdp} connection* biz_opaque_callback_data
      cta_payload deeplink_payload ${ERRORS}
    }
    statuses{
      id type timestamp status(RINGING ACCEPTED REJECTED) recipient_id recipient_user_id biz_opaque_callback_data
    }`,
  group_lifecycle_update: GROUPS,
  group_participants_update: GROUPS,
  group_settings_update: GROUPS,
  group_status_update: GROUPS,
  user_preferences: `${METADATA} ${CONTACTS} user_preferences{
    wa_id user_id parent_user_id detail category(marketing_messages) value(stop resume) timestamp
  }`,
  account_update: `event(${ACCOUNT_EVENTS}) phone_number country waba_info*
    restriction_info{restriction_type expiration remediation} violation_info{violation_type remediation}
    ban_info{waba_ban_state(DISABLE REINSTATE SCHEDULE_FOR_DISABLE) waba_ban_date}
    disconnection_info* auth_international_rate_eligibility* volume_tier_info* partner_client_certification_info*`,
  business_capability_update: `
    max_daily_conversations_per_business max_daily_conversation_per_phone max_phone_numbers_per_business
    max_phone_numbers_per_waba coexistence_allowed`,
  phone_number_quality_update: `display_phone_number current_limit old_limit max_daily_conversations_per_business
    event(ONBOARDING UPGRADE DOWNGRADE FLAGGED UNFLAGGED THROUGHPUT_UPGRADE)`,
  phone_number_name_update: "display_phone_number decision requested_verified_name rejection_reason",
  security: "display_phone_number event requester",
  account_alerts: `entity_type entity_id ${ALERT} alert_info{${ALERT}}`,
  business_username_updates: USERNAME,
  business_username_update: USERNAME,
  message_template_status_update: `${TEMPLATE} event(${TEMPLATE_EVENTS.join(" ")}) reason
    disable_info{disable_date} other_info{title description} rejection_info{reason recommendation}`,
  message_template_quality_update: `${TEMPLATE} previous_quality_score new_quality_score`,
  template_category_update: `${TEMPLATE} previous_category new_category correct_category category_update_timestamp`,
};

/** Fields that are left alone on purpose: alerts and settings that do not concern sending. */
const LEFT_ALONE = [
  ...["account_review_update", "account_settings_update", "business_status_update", "flows"],
  ...["message_template_components_update", "partner_solutions", "payment_configuration_update"],
  ...["automatic_events", "tracking_events", "phone_number_settings"],
];

const CALL = knownOf(
  `object(whatsapp_business_account) entry{id uid time changes{field(${[...Object.keys(FIELDS), ...LEFT_ALONE].join(" ")}) value*}}`,
);
const VALUES = new Map<string, Known>(
  Object.entries(FIELDS).map(([name, description]) => [name, knownOf(description, name)]),
);

/** Notes what is in a webhook's call, parsed, that is not known. Never throws. */
export function noteWebhook(call: unknown, note: Note): void {
  noteStrangers(call, CALL, note);
  for (const entry of objects(field(call, "entry")))
    for (const change of objects(entry.changes)) {
      const known = typeof change.field === "string" ? VALUES.get(change.field) : undefined;
      if (known !== undefined) noteStrangers(change.value, known, note);
    }
}
