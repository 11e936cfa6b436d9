import { newWamid } from "../ids.ts";
import { seconds } from "../webhook-body.ts";
import type { Phone, World } from "../world.ts";
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

/** What is told beside messages: of the business's own phone, of wishes, of the account and its numbers. */
const KINDS: Record<string, (given: Given) => Change> = {
  echo,
  preference,
  account: ({ content }) => ({
    field: "account_update",
    id: "account_update",
    value: { event: "ACCOUNT_VIOLATION", ...content },
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
  const message = { ...common, ...inboundMessage(String(kind), rest, world, phone) };
  return {
    field: "smb_message_echoes",
    id,
    value: { messaging_product: "whatsapp", metadata: metadata(phone), message_echoes: [message] },
  };
}

function preference({ content, from, phone }: Given): Change {
  const wish = {
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
      user_preferences: [{ ...wish, ...content }],
    },
  };
}

function metadata(phone: Phone): object {
  return { display_phone_number: phone.digits, phone_number_id: phone.id };
}
