import type { SystemContent } from "../message-types/received/system.ts";
import type { ChannelAlert, NewChats, ReportedErrors, UsernameNews } from "./channel-facts.ts";
import type { GroupReport } from "./groups.ts";
import type { Holder } from "./holder.ts";
import type { Identity } from "./identity.ts";
import type { MessageError } from "./message-error.ts";
import type { Past } from "./past-message.ts";
import type { ReceivedMessage } from "./received-message.ts";
import type { Revision } from "./revision.ts";

export type { Identity, Participant } from "./identity.ts";
export type { PlacedOrder, ReceivedMedia, ReceivedMessage, ReceivedType } from "./received-message.ts";

/**
 * What providers receive, in our words: the contract between a provider's reader and daemon/inbound, which applies it.
 */

/** A status that a provider reported for something we sent. */
export type ReportedStatus = {
  kind: "status";
  /** Our id, when the provider echoed it. */
  messageId: string | null;
  providerMessageId: string;
  status: "sent" | "delivered" | "read" | "played" | "failed";
  at: Date;
  error: MessageError | null;
  /** The price information exactly as the provider reported it. */
  pricing: unknown;
  /** Of what Meta's agent sent: only its echo says that there is such a message, and may come behind. */
  holder?: "agent";
  /** Whom it went to: digits of a number, or a user id; null where that was not reported. */
  recipient: string | null;
  /** In a group: the person that this is about; null where it is about all of its people. */
  participant?: string | null;
};

/** What happened in a conversation without anybody writing: its record has the type `system`. */
export type Notice = {
  kind: "notice";
  providerMessageId: string;
  /** Outbound: the number itself did it. */
  direction: "inbound" | "outbound";
  /** The person on the other side, or the group. */
  person: Identity;
  /** Who did it in a group, as WhatsApp names them there. */
  participant: string | null;
  content: SystemContent;
  /** The group's subject from now on: it has a contact and a conversation then, if it had none. */
  name?: string;
  /** The person has a contact and a conversation from now on, if they had none. */
  opens?: boolean;
  at: Date;
};

/** The platform had kept messages of a person or group while the number was away: those written between two moments. */
export type Missed = {
  kind: "missed";
  /** Of the record that says so. */
  providerMessageId: string;
  person: Identity;
  since: Date;
  until: Date;
};

/** How a change of a group ended that we asked for, by the platform's id of the request. */
export type GroupReported = { kind: "group_report"; requestId: string } & GroupReport;
/** Another holds a conversation from now on. */
export type Handover = {
  kind: "handover";
  person: Identity;
  alias: Identity | null;
  to: Holder;
  /** Who held it gave it, or another took it. */
  cause: "passed" | "taken";
  /** The words of the one who did it. */
  note: string | null;
  /** What the agent says of the conversation so far. */
  summary: string | null;
  at: Date;
};

/** A person goes by other identities from now on. */
export type Move = { kind: "move"; providerMessageId: string; from: Identity[]; to: Identity[] };

/** A number and a platform's own id turned out to be one person's. */
export type Pair = { kind: "pair"; lid: string; phone: string };

/** Two identities turned out to be one person's: the contact of the first stays. */
export type Same = { kind: "same"; one: Identity; other: Identity };

/** Somebody whom the phone of a number knows of, such as from before the number came to us. */
export type Known = {
  kind: "known";
  phone: string | null;
  lid: string | null;
  bsuid?: string | null;
  name: string | null;
};

/** A step of a voice call. */
export type CallNews = {
  kind: "call";
  /** The platform's id of the call. */
  callId: string;
  direction: "inbound" | "outbound";
  person: Identity;
  status: "ringing" | "accepted" | "rejected" | "completed" | "failed" | "missed";
  /** How long it lasted, of calls that ended. */
  seconds: number | null;
  /** Of calls that a paired number missed or rejected: the platform's own id of the person, and the group that was called. */
  unanswered?: { userId: string | null; groupId: string | null };
  at: Date;
};

/** A person wants no marketing messages, or wants them again. */
export type Preference = { kind: "preference"; person: Identity; wantsMarketing: boolean; at: Date };

/** The new permissions of an account or number; absent fields did not change. */
export type ChannelNews = {
  kind: "channel";
  status?: "connecting" | "degraded" | "disconnected" | "restricted";
  /** Null: nothing is wrong any more. */
  reason?: string | null;
  /** Nothing may be sent before this. Null: sending may continue. */
  stoppedUntil?: Date | null;
  /** Until when nothing may be sent to people who never wrote, and why. Null: it may be, as far as that goes. */
  newContactsUntil?: Date | null;
  newContactsReason?: string;
  newChats?: NewChats;
  qualityRating?: string;
  messagingLimit?: string;
  /** Messages a second that the platform allows from now on. */
  perSecond?: number;
  /** Since when the business pays the international rate for codes, by country (`*`: any other). */
  international?: Record<string, string>;
  /** The business has reached a lower rate: from so many messages of a month on, in a market and a category. */
  tier?: { market: string; category: string; month: string; from: number };
};

/** The business read messages somewhere else, such as on its phone. */
export type Seen = { kind: "seen"; providerMessageIds: string[] };

/** A chat was archived on the phone of a number, or taken out of its archive. */
export type Archived = { kind: "archived"; person: Identity; alias: Identity | null; archived: boolean };

/** What the phone of a number in the Business app says of its labels, and of the chats that carry them. */
export type Labels = {
  kind: "labels";
  /** The number is in the Business app. */
  business: boolean;
  /** By WhatsApp's ids, digits. */
  edited: { id: string; name: string; deleted: boolean }[];
  chats: { labelId: string; labelled: boolean; person: Identity; alias: Identity | null }[];
};

/** A device asked for a copy of one of our messages, which it can't read, and gets none. */
export type Unserved = {
  kind: "unserved";
  providerMessageId: string;
  /** The address of the device. */
  device: string;
  why: "asked_too_often" | "not_kept";
};

/** The platform decided about a template, or judged its quality. */
export type TemplateNews = {
  kind: "template";
  /** Digits; the platform sends them as a number beyond 2^53. */
  providerTemplateId: string;
  name: string | null;
  language: string | null;
  /** The webhook's field, which says what `value` is. */
  field: string;
  value: Record<string, unknown>;
};

export type InboundFact =
  | ReportedStatus
  | ReceivedMessage
  | Revision
  | Notice
  | Missed
  | GroupReported
  | Handover
  | Move
  | Pair
  | Same
  | Known
  | Past
  | Preference
  | CallNews
  | Seen
  | Archived
  | Labels
  | Unserved
  | ChannelNews
  | ChannelAlert
  | UsernameNews
  | TemplateNews
  | ReportedErrors;

/** Whom facts are about: one number by the provider's id, an account, perhaps one number of it (digits), or a channel. */
export type InboundTarget =
  | { phoneNumberId: string }
  | { accountId: string; phone: string | null }
  | { organizationId: string; channelId: string };

/** The content of one change of a webhook. */
export type Inbound = { target: InboundTarget; facts: InboundFact[] };
