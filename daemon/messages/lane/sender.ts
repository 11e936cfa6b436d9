import type { ChannelRow } from "../../../db/channels/channels.ts";
import type { DueSend } from "../../../db/messages/sends.ts";
import type { TemplateDefinition } from "../../../db/templates/templates.ts";
import { tokenContext } from "../../channels/channel.ts";
import type { ProviderChannel } from "../../providers/channel.ts";
import type { MarketingMessages } from "../../providers/official-settings.ts";
import type { Policy } from "../../providers/policy.ts";
import type { Provider } from "../../providers/provider.ts";
import type { Secrets } from "../../secrets/envelope.ts";

/** What sends, and for which channel. */
export type Sender = {
  provider: Provider;
  policy: Pick<Policy, "typingMs">;
  channel: ProviderChannel;
  /** Digits of the channel's number, where it is known. */
  ownPhone: string | null;
  /** The channel had another number before. */
  hadAnotherNumber: boolean;
  /** The definition of a template message, where the platform or the channel's settings need one. */
  template: TemplateDefinition | null;
  /** The account whose templates the channel sends; null: any of the organisation's. */
  wabaId: string | null;
  /** How marketing templates go out; null: like others. */
  marketing: MarketingMessages | null;
};

/** The sender of one message: with the messaging account that it names, in place of its channel's. */
export function senderOfMessage(
  sender: Sender,
  { messaging_account_id: messagingAccountId }: Pick<DueSend, "messaging_account_id">,
): Sender {
  if (messagingAccountId === null) return sender;
  return { ...sender, channel: { ...sender.channel, messagingAccountId } };
}

/** The sender of a channel as it is now. */
export function senderOf(
  provider: Provider,
  row: ChannelRow,
  policy: Pick<Policy, "typingMs">,
  secrets: Secrets,
): Sender {
  const token = row.access_token;
  const messagingAccountId = row.settings.messaging_account_id ?? null;
  return {
    provider,
    policy,
    channel: {
      organizationId: row.organization_id,
      id: row.id,
      phoneNumberId: row.phone_number_id,
      accessToken: token === null ? null : secrets.decrypt(token, tokenContext(row.id)),
      ...(messagingAccountId === null ? {} : { messagingAccountId }),
    },
    ownPhone: row.phone_number?.replace(/\D/g, "") ?? null,
    hadAnotherNumber: row.number_since !== null,
    template: null,
    wabaId: row.waba_id,
    marketing: row.settings.marketing_messages?.use === true ? row.settings.marketing_messages : null,
  };
}
