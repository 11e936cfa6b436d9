/** What answers of the Graph API are known to hold. Source: Meta's references of each endpoint. */
import { type Known, knownOf, type Note } from "../../../drift/known.ts";
import { noteStrangers } from "../../../drift/strangers.ts";
import { KNOWN_CODES } from "../errors.ts";
import { MANAGEMENT_CODES } from "../management-codes.ts";

// 101 is of an app that Meta does not know
const CODES = [...new Set([101, ...KNOWN_CODES, ...Object.keys(MANAGEMENT_CODES).map(Number)])].join(" ");
const ERROR = `error{
  message type code(${CODES}) error_subcode error_data{details messaging_product blame_field_specs*}
  error_user_title error_user_msg is_transient fbtrace_id href
}`;
const NUMBER = `
  id display_phone_number verified_name status quality_rating throughput{level} is_on_biz_app
  whatsapp_business_manager_messaging_limit messaging_limit_tier
`;
const PAGE = "paging{cursors{before after} next previous}";
const GROUP = `
  subject description participants{wa_id user_id parent_user_id profile{name username}} join_approval_mode
  suspended creation_timestamp total_participant_count
`;
const FAILED = "failed_join_requests{join_request_id errors*} errors*";
const MEDIA = "messaging_product url mime_type sha256 file_size";

/** By the end of the path; `{id}` is of one number, account, file, template or upload. */
const ANSWERS: Record<string, string> = {
  messages: "messaging_product success contacts{input wa_id user_id} messages{id message_status group_id}",
  marketing_messages: "messaging_product success contacts{input wa_id user_id} messages{id message_status}",
  media: "id",
  call_permissions: `messaging_product
    permission{status(granted temporary permanent pending denied no_permission expired) expiration_time}
    actions{
      action_name(start_call send_call_permission_request) can_perform_action
      limits{time_period current_usage max_allowed limit_expiration_time}
    }`,
  groups: `messaging_product request_id data{groups{id subject created_at}} ${PAGE}`,
  participants: "messaging_product request_id success",
  invite_link: "messaging_product invite_link success",
  join_requests: `messaging_product approved_join_requests rejected_join_requests ${FAILED} ${PAGE}
    data{join_request_id wa_id user_id creation_timestamp}`,
  register: "success",
  username: "username status success",
  username_suggestions: "data{username_suggestions}",
  subscribed_apps: "success",
  subscriptions: `data{object callback_url active fields{name version}} ${PAGE}`,
  thread_control: "messaging_product success request_id",
  phone_numbers: `data{${NUMBER}} ${PAGE}`,
  message_templates: `id status category success ${PAGE} data{
    id name language status category sub_category previous_category components* parameter_format
    quality_score{score date reasons*} rejected_reason optimization_spec{bid_amount bid_strategy}
  }`,
  uploads: "id",
  access_token: "access_token token_type expires_in",
  debug_token: `data{
    app_id application type is_valid scopes granular_scopes{scope target_ids} user_id profile_id metadata*
    expires_at issued_at data_access_expires_at error*
  }`,
  "{id}": `${NUMBER} ${MEDIA} ${GROUP} request_id owner_business_info{id name} success h file_offset timezone_id currency
    pricing_analytics{data{data_points{
      start end phone_number country tier pricing_type pricing_category volume cost
    }} ${PAGE}}`,
};

const KNOWN = new Map<string, Known>(
  Object.entries(ANSWERS).map(([end, answer]) => [end, knownOf(`${answer} ${ERROR}`, end)]),
);
const ENDPOINT = /\/([a-z_]+)(?:\?.*)?$/;

/** Notes what is in an answer to a call of `path` that is not known. */
export function noteAnswer(path: string, body: unknown, note: Note): void {
  const known = KNOWN.get(ENDPOINT.exec(path)?.[1] ?? "{id}") ?? KNOWN.get("{id}");
  if (known !== undefined) noteStrangers(body, known, note);
}
