/**
 * The stanzas that WhatsApp Web is known to send, read by Baileys or by us, or left alone on purpose.
 * Sources: Baileys, `Socket/messages-recv`, `Socket/chats`, `Socket/socket`; whatsmeow, `notification.go`, `receipt.go`,
 * `message.go`, `call.go`, `connectionevents.go`.
 */
import { knownOf } from "../../../drift/known.ts";

const WHOM = `@id @from @to @t @offline @participant @participant_pn @participant_lid @participant_username
  @recipient @recipient_pn @recipient_lid @sender_pn @sender_lid @addressing_mode @notify @username`;

const MESSAGE = `message{
  ${WHOM} @type @category @edit @verified_name @verified_level @peer_recipient_pn @peer_recipient_lid
  @peer_recipient_username @push_priority @count @phash @broadcast @server_id @is_sender @device_fanout
  enc{@v @type(pkmsg msg skmsg msmsg) @count @mediatype @decrypt-fail @state @native_flow_name @session-type}
  participants* reporting* franking* rcat verified_name* device-identity unavailable{@type @hosted} multicast
  biz* bot* meta* plaintext* tctoken url_number url_text hsm* payment* trusted_contact* sender_content_binding*
}`;

const RECEIPT = `receipt{
  ${WHOM}
  @type(delivery read read-self played played-self sender inactive peer_msg retry hist_sync server-error
    enc_rekey_retry view)
  list{item{@id @t @server_id}} participants{@key @count user{@jid @t}} retry{@count @id @t @v @error}
  registration keys* error{@type @code} biz* encrypt{enc_p enc_iv} rmr{@jid @from_me @participant} offer* votes*
}`;

const GROUP_CHANGES = `create* delete* ephemeral* not_ephemeral* modify* promote* demote* remove* add* leave* subject*
  description* announcement* not_announcement* locked* unlocked* invite* member_add_mode* membership_approval_mode*
  created_membership_requests* revoked_membership_requests* membership_approval_request* link* unlink* suspended*
  unsuspended* growth_locked* growth_unlocked* change_number* linked_group_promote* linked_group_demote*
  member_link_mode* member_share_group_history_mode* allow_non_admin_sub_group_creation*
  not_allow_non_admin_sub_group_creation* created_sub_group_suggestion* revoked_sub_group_suggestions* auto_add_disabled*
  allow_admin_reports* not_allow_admin_reports* reports* picture*`;

const NOTIFICATION = `notification{
  ${WHOM} @author @author_pn @author_lid @version @hash @stage
  @type(encrypt server_sync account_sync devices fbid:devices w:gp2 picture mediaretry privacy_token
    link_code_companion_reg newsletter mex status business disappearing_mode server pay psa contacts hosted
    passkey_prologue_request crsc_continuation)
  count{@value} identity{@t} digest key list*
  update{@hash @op_name @code @id} add{@device_hash @device_hash_v2 @hash device*} remove*
  collection{@name @version} set{@id @jid @hash @author} delete{@jid @hash @author} request{@hash @jid}
  devices{@dhash device{@jid @key-index @key_index @t}} key-index-list* device{@jid @key-index @key_index}
  privacy{category*} blocklist{@action @dhash @prev_dhash item{@jid @action @pn_jid @display_name @username}}
  dirty* disappearing_mode{@duration @t} tos* notice* user* sync* modify{@old @new @old_lid @new_lid}
  tokens{token{@jid @type @t}} link_code_companion_reg* mex* live_updates* reaction* view* message* participant*
  encrypt{enc_p enc_iv} rmr{@jid @from_me @participant} error{@code @text} ${GROUP_CHANGES}
  verified_name* profile* collections* product_catalog* product_collections* subscriptions* ctwa* features*
  passkey_request_options primary_ephemeral_identity{public_key nonce}
}`;

const CALL = `call{
  ${WHOM} @platform @version @e
  offer* offer_notice* accept* preaccept* transport* terminate* reject* relaylatency* relay_election* relay*
  interruption* heartbeat* group_update* group_info* enc_rekey* video* video_state* flowcontrol* peer_state* mute*
  mute_v2* notify* link_join* link_query* duration* waiting_room* web_client* user_action* screen_share*
}`;

/** Codes of refused messages whose meaning is known (Baileys, `NACK_REASONS`, `SERVER_ERROR_CODES`). */
const ACK_CODES = `400 401 403 404 405 406 408 409 410 411 421 429 460 461 462 463 473 475 479 487 488 489 490 491 492 493
  494 495 496 499 500 503 550 551 552`;

const ACK = `ack{
  ${WHOM} @class(message receipt notification call status) @type @phash @edit @refresh_lid @server_id @count
  @error(${ACK_CODES}) @sync
  error{@code @text @type} participants* relay* rte* user* meta* list* tctoken
}`;

/** Answers to what was asked: each question reads its own. */
const IQ = `iq{
  ${WHOM} @type(get set result error) @xmlns @smax_id @sid
  error{@code @text @type @backoff}
  pair-device{@t ref} pair-success{@t platform* device* device-identity biz*}
  usync* props* privacy* media_conn* list* count* digest* group* groups* add* remove* promote* demote* sync* qr* picture*
  invite* profile* result* business_profile* blocklist* link_code_companion_reg* dirty* query* key* create* leave*
  membership_requests_action* membership_approval_requests* participants* product_catalog* product* collections* order*
  newsletter* newsletters* messages* message_updates* live_updates* tos* notice* ping* status* bot* state* verified_name*
  passkey_request_options ref reject_call* links* link* unlink* linked_groups* sub_groups* description* subject* locked*
  unlocked* announcement* not_announcement* ephemeral* not_ephemeral* member_add_mode* membership_approval_mode* tokens*
  disappearing_mode* devices* encrypted* user* users* config* catkit* linked_accounts* ib* background* companion-nonce*
  terms_of_service*
}`;

const SESSION = `
  ib{
    @from dirty{@type @timestamp} offline_preview{@count @message @receipt @notification @appdata @call}
    offline{@count} edge_routing{routing_info dns_domain} thread_metadata* downgrade_webclient* gpia* tos* notice*
    client_expiration{@t} priority_offline_complete* attestation* safetynet* fbip* expiration* sonar*
  }
  success{
    @t @props @companion_enc_static @lid @display_name @abprops @group_abprops @location @creation @platform @status
    @username @pn
  }
  failure{@reason @location @expire @code @message @url @logout_message_header @logout_message_subtext
    @logout_message_locale @violation_type @violation_reason}
  stream:error{
    @code conflict{@type(replaced device_removed)} ack{@id} xml-not-well-formed system-shutdown
  }
  stream:features* xmlstreamend xmlstreamstart
  presence{${WHOM} @type @last @count @name} chatstate{${WHOM} composing{@media} paused}
`;

/** One member for each stanza. */
export const STANZAS = knownOf([MESSAGE, RECEIPT, NOTIFICATION, CALL, ACK, IQ, SESSION].join(" "));
