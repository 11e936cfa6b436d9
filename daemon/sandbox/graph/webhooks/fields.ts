/** The fields of an account that an app can subscribe to (Meta, WhatsApp Business Platform, webhooks reference). */
export const WEBHOOK_FIELDS = [
  ...["account_alerts", "account_review_update", "account_settings_update", "account_update"],
  ...["automatic_events", "business_capability_update", "business_status_update"],
  ...["business_username_updates", "calls", "flows", "group_lifecycle_update", "group_participants_update"],
  ...["group_settings_update", "group_status_update", "history", "message_template_components_update"],
  ...["message_template_quality_update", "message_template_status_update", "messages"],
  ...["messaging_handovers", "partner_solutions", "payment_configuration_update"],
  ...["phone_number_name_update", "phone_number_quality_update", "phone_number_settings", "security"],
  ...["smb_app_state_sync", "smb_message_echoes", "standby", "template_category_update"],
  ...["tracking_events", "user_preferences"],
] as const;
