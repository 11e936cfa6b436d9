import type { Phone } from "../accounts/phone.ts";
import { newWamid } from "../http/ids.ts";
import { seconds } from "../webhooks/body.ts";
import type { World } from "../world.ts";
import { inboundMessage } from "./inbound-messages.ts";

type Content = Record<string, unknown>;
type Given = { content: Content; from: string; phone: Phone; world: World };
type Change = { field: string; id: string; value: object };

const ofNumber =
  (field: string, defaults: Content) =>
  ({ content, phone }: Given): Change => ({
    field,
    id: field,
    value: { display_phone_number: phone.digits, ...defaults, ...content },
  });

/** Webhooks other than messages: about the business's own phone, marketing preferences, the account and its numbers. */
const KINDS: Record<string, (given: Given) => Change> = {
  echo,
  preference,
  address_book: addressBook,
  history,
  call,
  account: ({ content }) => ({
    field: "account_update",
    id: "account_update",
    value: { event: "ACCOUNT_VIOLATION", ...content },
  }),
  alert: ({ content, phone }) => ({
    field: "account_alerts",
    id: "account_alerts",
    value: {
      entity_type: "PHONE_NUMBER",
      entity_id: phone.id,
      alert_info: {
        ...{ alert_severity: "WARNING", alert_status: "ACTIVE", alert_type: "PROFILE_PICTURE_LOST" },
        alert_description: "Your business profile picture was deleted.",
        ...content,
      },
    },
  }),
  capability: ({ content }) => ({
    field: "business_capability_update",
    id: "business_capability_update",
    value: { max_daily_conversations_per_business: "TIER_2K", ...content },
  }),
  quality: ofNumber("phone_number_quality_update", { event: "FLAGGED" }),
  display_name: ofNumber("phone_number_name_update", {
    decision: "APPROVED",
    requested_verified_name: "Shop",
  }),
  security: ofNumber("security", { event: "PIN_CHANGED" }),
};

export const CHANGE_KINDS: readonly string[] = Object.keys(KINDS);

/** A change of a kind; undefined when there is no such kind. */
export function inboundChange(kind: string, given: Given): Change | undefined {
  return Object.hasOwn(KINDS, kind) ? KINDS[kind]?.(given) : undefined;
}

/** A message the business wrote on its own phone, to `from`. */
function echo({ content, from, phone, world }: Given): Change {
  const { kind = "text", ...rest } = content;
  const id = newWamid(from, "outbound");
  const common = { from: phone.digits, to: from, id, timestamp: seconds(Date.now()) };
  const message = { ...common, ...inboundMessage(String(kind), rest, world, phone, from) };
  return {
    field: "smb_message_echoes",
    id,
    value: { messaging_product: "whatsapp", metadata: metadata(phone), message_echoes: [message] },
  };
}

function preference({ content, from, phone }: Given): Change {
  const usual = {
    wa_id: from,
    category: "marketing_messages",
    value: "stop",
    timestamp: Math.floor(Date.now() / 1000),
  };
  return {
    field: "user_preferences",
    id: "user_preferences",
    value: {
      messaging_product: "whatsapp",
      metadata: metadata(phone),
      contacts: [{ profile: { name: "Sandbox Person" }, wa_id: from }],
      user_preferences: [{ ...usual, ...content }],
    },
  };
}

/** The business's phone has `from` in its address book. */
function addressBook({ content, from, phone }: Given): Change {
  const contact = { full_name: "Sandbox Person", first_name: "Sandbox", phone_number: from, ...content };
  const entry = { type: "contact", contact, action: "add", metadata: { timestamp: seconds(Date.now()) } };
  return ofPhone("smb_app_state_sync", phone, { state_sync: [entry] });
}

const DAY_MS = 24 * 3600_000;

/** `from` wrote to the business before its number came to the Cloud API; with `errors`, it does not share its chats. */
function history({ content, from, phone }: Given): Change {
  const { errors, ...said } = content;
  if (errors !== undefined) return ofPhone("history", phone, { history: [{ errors }] });
  const context = { history_context: { status: "READ" } };
  const message = {
    from,
    id: newWamid(from, "inbound"),
    timestamp: seconds(Date.now() - DAY_MS),
    type: "text",
    ...context,
  };
  const thread = { id: from, messages: [{ ...message, text: { body: "Hello" } }], ...said };
  const chunk = { metadata: { phase: 0, chunk_order: 1, progress: 100 }, threads: [thread] };
  return ofPhone("history", phone, { history: [chunk] });
}

/** `from` calls the business. */
function call({ content, from, phone }: Given): Change {
  const id = `wacid.${newWamid(from, "inbound").slice("wamid.".length)}`;
  const common = { id, from, to: phone.digits, event: "connect", direction: "USER_INITIATED" };
  const contacts = [{ profile: { name: "Sandbox Person" }, wa_id: from }];
  const calls = [{ ...common, timestamp: seconds(Date.now()), ...content }];
  return ofPhone("calls", phone, { contacts, calls });
}

function ofPhone(field: string, phone: Phone, value: object): Change {
  return { field, id: field, value: { messaging_product: "whatsapp", metadata: metadata(phone), ...value } };
}

function metadata(phone: Phone): object {
  return { display_phone_number: phone.digits, phone_number_id: phone.id };
}
