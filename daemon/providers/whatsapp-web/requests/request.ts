import type { GroupRefusal, GroupResults, PairedGroupRequest } from "../../groups.ts";
import type { Assertion } from "../connection/passkey/assertion.ts";
import type { DraftContent } from "../encode/draft.ts";

/** Requests to a paired number's session, and their results. */

/** Whether somebody is there: `person` is an address, `<digits>@s.whatsapp.net` or `<digits>@lid`. */
export type PresenceRequest = { kind: "presence"; person: string };

export type Presence = "available" | "unavailable" | "composing" | "recording";

/** Somebody's presence; `presence` is null where they hide it. */
export type SeenPresence = {
  presence: Presence | null;
  /** When they were last there; null when they do not show it. */
  last_seen_at: string | null;
};

/** Whether somebody is to be blocked; `person` is an address. */
export type BlockRequest = { kind: "block"; person: string; blocked: boolean };

/**
 * Whether a chat, by its address, is to be archived; and its newest message, by WhatsApp's id, and when it was written
 * (ms), or null.
 */
export type ArchiveRequest = {
  kind: "archive";
  chat: string;
  archived: boolean;
  newest: EarlierRequest["oldest"] | null;
};

/** A label of the Business app that is to have a name, or to be deleted; `id` is WhatsApp's, digits. */
export type LabelRequest = { kind: "label"; id: string; name: string; deleted: boolean };

/** Whether a chat, by its address, is to carry a label. */
export type LabelChatRequest = { kind: "label_chat"; chat: string; label: string; labelled: boolean };

/** Where somebody's picture is; `person` is an address. */
export type PictureRequest = { kind: "picture"; person: string };

/** What the number shows of itself. */
export type ProfileRequest = { kind: "profile" };

/** Null for what it does not show, or WhatsApp does not say. */
export type OwnProfile = { name: string | null; about: string | null; picture_url: string | null };

/** What is to be changed of it; `picture` is a square JPEG in base64, null takes it away. */
export type ProfileChange = { name?: string; about?: string; picture?: string | null };

export type ProfileChangeRequest = { kind: "change_profile"; change: ProfileChange };

/** `url` is null where somebody shows none to the number. */
export type FoundPicture = { url: string | null };

/** The messages of a chat before the oldest one that is known: WhatsApp's id of that, and when it was written (ms). */
export type EarlierRequest = {
  kind: "earlier";
  /** The chat's address. */
  chat: string;
  oldest: { id: string; isOwn: boolean; at: number; participant: string | null };
};

/**
 * A status that people are to see for a day: `id` is WhatsApp's, `people` are numbers (digits), `background` is behind a
 * text, as `#RRGGBB`.
 */
export type StatusRequest = {
  kind: "status";
  id: string;
  content: DraftContent;
  background: string | null;
  people: string[];
};

/** When it was posted (ms), or when the next may be, where the number has posted as often as it may within a day. */
export type StatusResult = { at: number } | { roomAt: number };

/** A status that is to be taken back, by WhatsApp's id. */
export type RemoveStatusRequest = { kind: "remove_status"; id: string };

/** What a person does about the passkey that a pairing waits for. */
export type PasskeyRequest = { kind: "passkey" } & (
  | { action: "sign"; assertion: Assertion }
  | { action: "confirm"; code: string }
  | { action: "differ" }
);

/** Why it was not taken, for programs and for people; null when it was. */
export type PasskeyResult = { refused: { code: string; words: string } | null };

export type SessionRequest =
  | PairedGroupRequest
  | PresenceRequest
  | BlockRequest
  | ArchiveRequest
  | LabelRequest
  | LabelChatRequest
  | ProfileRequest
  | ProfileChangeRequest
  | PictureRequest
  | EarlierRequest
  | StatusRequest
  | RemoveStatusRequest
  | PasskeyRequest;

/** The result of each request. */
export type SessionResults = Pick<GroupResults, PairedGroupRequest["kind"]> & {
  presence: SeenPresence;
  /** It was done. */
  block: null;
  archive: null;
  label: null;
  label_chat: null;
  profile: OwnProfile;
  /** All of it was changed. */
  change_profile: null;
  /** Null when WhatsApp does not say. */
  picture: FoundPicture | null;
  /** It was asked. */
  earlier: null;
  status: StatusResult;
  /** Whether there is such a status, which was posted here within the day. */
  remove_status: boolean;
  passkey: PasskeyResult;
};

export type SessionAnswer<Kind extends keyof SessionResults> =
  | { result: SessionResults[Kind] }
  | { refusal: GroupRefusal };
