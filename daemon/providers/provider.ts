/**
 * The contract of a provider: the adapter behind a channel. Nothing else in
 * the daemon knows which one it talks to, and a provider knows neither the
 * resources nor the database: it is handed what it needs and returns what
 * happened. What comes in from outside is handed to callbacks.
 */

import type { FileLimits } from "../file-rules/platforms.ts";
import type { AccountForm } from "./account-form.ts";
import type { ChannelProbe, ProviderChannel } from "./channel.ts";
import type { ChannelSettings } from "./channel-settings.ts";
import type { ReadCharges } from "./charges.ts";
import type { Encoders, Requirements } from "./encoders.ts";
import type { FileToUpload } from "./file-to-upload.ts";
import type { GroupCalls, GroupRules } from "./groups.ts";
import type { Holder } from "./holder.ts";
import type { Identity, Inbound } from "./inbound.ts";
import type {
  Addressee,
  CallOutcome,
  CallPermission,
  NumberAccess,
  Onboarding,
  TemplateCatalogue,
  Usernames,
} from "./management.ts";
import type { MediaSource } from "./media.ts";
import type { MessageError } from "./message-error.ts";
import type { MarketingMessages } from "./official-settings.ts";
import type { PacedChannel, Policy, Throughput } from "./policy.ts";

/** The properties of a platform, independent of any message. */
export type Platform = {
  /** As the API has it. */
  name: string;
  encoders: Encoders;
  requirements?: Requirements;
  /** How a channel comes to be: by pairing a phone with a QR code, or with what this form asks for. */
  connects: "pairing" | AccountForm;
  /** The identities that a message can be addressed to, the best first. */
  addressedBy: readonly Identity["type"][];
  /** The source of a channel's status: the calls made on it, or a session that is held for it. */
  knowsStatus: "calls" | "session";
  /** It drops a second copy of a message: one whose outcome was lost in a crash is sent again at once. */
  dropsCopies: boolean;
  /** Only templates may be sent to somebody who did not write within the last 24 hours. */
  hasServiceWindow: boolean;
  /** It has no templates of its own: a template message is sent as its definition looks, which has to be known. */
  rendersTemplates: boolean;
  /** Shows buttons as numbered text: a person who types a button's number or title chooses it. */
  hasTypedChoices: boolean;
  /** Each of its numbers may have a proxy of its own, which all of the number's connections then go through. */
  takesProxy?: boolean;
  /** Whether it can look up which numbers are on WhatsApp; otherwise only those who wrote are known. */
  looksUpNumbers: boolean;
  /** What it has of groups; absent: none. */
  groups?: GroupRules;
  /** Its limits of uploaded files, where they are lower than those of phones. */
  fileLimits?: FileLimits;
  /** The settings of a channel with all decided that was left open; absent: they stay as they are. */
  settingsOf?(settings: ChannelSettings): ChannelSettings;
  /** How fast a channel sends at most. */
  throughputOf?(channel: PacedChannel): Throughput;
  /** How many people who never wrote a channel may write to within 24 hours; absent or null: as many as there are. */
  newContactsPerDay?(channel: PacedChannel, now: Date): number | null;
  /** For how many milliseconds these settings keep a channel quiet from a moment on; absent: never. */
  quietFor?(settings: ChannelSettings, now: Date): number;
  /** Reads a webhook's call as the platform made it; absent where what comes in is reported as facts. */
  readWebhook?(body: string): Inbound[];
};

/** By their names. */
export type Platforms = Partial<Record<string, Platform>>;

/** A message as its type's encoder made it for this platform. */
export type OutboundMessage = {
  /** Ours; echoed by the provider where it can, so that a lost response can be resolved. */
  id: string;
  /** The digits of the recipient's number, where it is known. */
  to: string | null;
  /** WhatsApp's own id of a recipient without a number: a business-scoped user id, or `<digits>@lid`. */
  userId?: string | null;
  /** The platform's body of this message, as its type's encoder for the platform made it. */
  body: Record<string, unknown>;
  /** False for operations (mark_as_read): they are addressed to a message, not to a person. */
  addressed: boolean;
  /** How a marketing template goes out, where the channel has it go another way than others. */
  marketing?: MarketingMessages;
  /** Counted from 1; an earlier one may have come far. */
  attempt?: number;
  /** Milliseconds for which to be seen writing first. */
  typingMs?: number;
};

/**
 * Who has to wait before a retry: this message, which has a few tries; this
 * message, without an end, since the platform failed at it (`platform`);
 * everything to this recipient; or the whole channel, since nothing is taken.
 */
export type RetryScope = "message" | "platform" | "recipient" | "channel";

/** The messages that a refusal holds back, why, and until when or for how long. */
export type Hold = { scope: "person" | "new_contacts"; reason: string } & (
  | { until: Date }
  | { lastsMs: number }
);

/** What happened to one call. */
export type SendOutcome =
  /** `same`: what the platform knows the recipient by, where that is not the address that the message had. */
  | { kind: "sent"; providerMessageId: string | null; result?: Record<string, unknown>; same?: Identity }
  /** `holds`: what is not to be sent before a moment: anything to this person, or anything to new contacts. */
  | { kind: "failed"; error: MessageError; holds?: Hold }
  | { kind: "retry"; error: MessageError; scope: RetryScope; afterMs?: number }
  /** The channel can't send until somebody repairs it; the message is kept. */
  | { kind: "stopped"; error: MessageError }
  /** The request was sent and no response came: the provider may have the message. */
  | { kind: "unknown"; error: MessageError };

/** The result: the platform's id, valid until a time, or the outcome of the message. */
export type UploadOutcome =
  | { kind: "uploaded"; id: string; expiresAt: Date }
  | Exclude<SendOutcome, { kind: "sent" | "unknown" }>;

export type Provider = Platform & {
  /** How a channel lets its messages go. */
  policy(channel: PacedChannel): Policy;
  /** Makes one call. Never throws. */
  send(channel: ProviderChannel, message: OutboundMessage, signal: AbortSignal): Promise<SendOutcome>;
  /** Whether the channel can send now; absent: always. Otherwise whatever makes it able wakes its lane. */
  isReady?(channelId: string): boolean;
  /** Asks the platform whether the channel works now. Never throws. */
  probe(channel: ProviderChannel, signal?: AbortSignal): Promise<ChannelProbe>;
  templates?: TemplateCatalogue;
  /** What the platform charged a number; absent where it charges nothing. */
  charges?: ReadCharges;
  onboarding?: Onboarding;
  /** Whether the business may call somebody, as the platform says now; absent where nobody is asked. Never throws. */
  callPermission?(number: NumberAccess, person: Addressee): Promise<CallOutcome<CallPermission>>;
  /** Changes and reads groups by calls; absent where a session does. */
  groupCalls?: GroupCalls;
  /** Has the platform give a conversation to the business or to its agent; absent where there is none. Never throws. */
  controlThread?(number: NumberAccess, person: Addressee, to: Holder): Promise<CallOutcome<null>>;
  /** Has a number block a person, or unblock them; absent where its session does. Never throws. */
  setBlocked?(number: NumberAccess, person: Addressee, blocked: boolean): Promise<CallOutcome<null>>;
  usernames?: Usernames;
  /** Where the files of its inbound messages are. */
  media?: MediaSource;
  /** Takes uploaded files before the messages that show them; absent: they go with each message. Never throws. */
  upload?(channel: ProviderChannel, file: FileToUpload, signal: AbortSignal): Promise<UploadOutcome>;
};

/** A provider, and whether a sandbox stands in for its platform. */
export type ProviderInUse = Provider & { isSandbox: boolean };

/** By the name of their platform. */
export type Providers = Partial<Record<string, ProviderInUse>>;
