import type { MessageTypeName } from "../message-types/message-type.ts";
import type { ProviderChannel } from "./channel.ts";

/** Groups of a platform, requests about them, and their results. */

/** What a platform has of groups. */
export type GroupRules = {
  /** Whether an id is a group's of this platform. */
  isId(id: string): boolean;
  /** A channel has groups only if its setting `groups` is true. */
  optIn: boolean;
  /** How calls name people: `<digits>@s.whatsapp.net` or `<digits>@lid`, or by number or user id. */
  namesPeopleBy: "address" | "number";
  /** The types of message that can't be sent to a group. */
  cannotSend: ReadonlySet<MessageTypeName>;
  /** Why the platform can't do something with groups; null when it can. */
  refusalOf(request: GroupRequest): GroupComplaint | null;
};

/** An invalid place in a request (a JSON pointer; empty where the request itself is impossible), and what is wrong with it. */
export type GroupComplaint = { path: string; message: string };

/** Carries out what is asked about groups of channels without a session. Nothing here throws. */
export type GroupCalls = {
  /** The answer, or the name under which the platform reports how it ended (`GroupReport`). */
  ask(channel: ProviderChannel, request: GroupRequest): Promise<GroupAnswer | { reportedAs: string }>;
};

/** How a change ended, as the platform reported it; without failures it was made. */
export type GroupReport = {
  group: string | null;
  /** `asked` is somebody as the call named them; null where it concerns the whole. */
  failures: { asked: string | null; code: number; text: string }[];
};

/** Actions on people in a group. */
export const PARTICIPANT_ACTIONS = ["add", "remove", "promote", "demote"] as const;
export type ParticipantAction = (typeof PARTICIPANT_ACTIONS)[number];

/** Changes of a group; null leaves a member as it is. */
export type GroupChange = {
  subject: string | null;
  description: string | null;
  /** Only admins write in it. */
  announce: boolean | null;
  /** Only admins change its subject and description. */
  locked: boolean | null;
};

/** By default people who ask to join are let in. */
export const JOIN_APPROVALS = ["auto_approve", "approval_required"] as const;
export type JoinApproval = (typeof JOIN_APPROVALS)[number];

/** `group` is the platform's id of one, and so are `participants` those of people: see `addressesOf` in daemon/groups. */
export type GroupRequest =
  | { kind: "list" }
  | { kind: "get"; group: string }
  | {
      kind: "create";
      subject: string;
      description: string | null;
      participants: string[];
      joinApproval: JoinApproval | null;
    }
  | ({ kind: "update"; group: string } & GroupChange)
  | { kind: "participants"; group: string; action: ParticipantAction; participants: string[] }
  | { kind: "invite"; group: string; revoke: boolean }
  | { kind: "join"; code: string }
  | { kind: "leave"; group: string }
  | { kind: "delete"; group: string }
  | { kind: "join_requests"; group: string }
  | { kind: "answer_join_requests"; group: string; approve: boolean; requests: string[] };

/** What a session is asked. */
export type PairedGroupRequest = Exclude<
  GroupRequest,
  { kind: "delete" | "join_requests" | "answer_join_requests" }
>;

export type ParticipantRole = "member" | "admin" | "owner";

/** Somebody in a group. */
export type GroupParticipant = {
  /** As WhatsApp names them in the group: `<digits>@lid` or `<digits>@s.whatsapp.net`, on official numbers digits or a user id. */
  participant: string;
  /** Digits; null when it is not shown. */
  phone: string | null;
  role: ParticipantRole;
};

/** A group that the number is in. */
export type ChannelGroup = {
  id: string;
  subject: string;
  description: string | null;
  /** Its creator, as a participant is named; null when WhatsApp does not say. */
  owner: string | null;
  created_at: string | null;
  /** Only admins write in it. */
  announce: boolean;
  /** Only admins change its subject and description. */
  locked: boolean;
  /** The role of the number itself. */
  role: ParticipantRole;
  /** Null where a list does not say. */
  size: number | null;
  /** Whether WhatsApp suspended it, and who may join by the link; null where WhatsApp does not say. */
  suspended: boolean | null;
  joinApproval: JoinApproval | null;
  participants: GroupParticipant[];
};

/** Somebody who asked to join a group. */
export type JoinRequest = { id: string; participant: string; phone: string | null; asked_at: string | null };

/** The result for one person. */
export type ParticipantOutcome = {
  /** As in the request. */
  asked: string;
  /** WhatsApp's code: 200 is done. */
  code: number;
};

/** The result of each request. */
export type GroupResults = {
  list: ChannelGroup[];
  get: ChannelGroup;
  create: { group: ChannelGroup; outcomes: ParticipantOutcome[] };
  update: ChannelGroup;
  participants: ParticipantOutcome[];
  invite: string;
  join: ChannelGroup;
  leave: null;
  delete: null;
  join_requests: JoinRequest[];
  /** Of each request, as asked. */
  answer_join_requests: ParticipantOutcome[];
};

export type GroupAnswer = { result: GroupResults[keyof GroupResults] } | { refusal: GroupRefusal };

/** Why nothing was done. */
export type GroupRefusal = {
  reason: "not_found" | "not_admin" | "refused" | "no_response";
  /** WhatsApp's code and words; null without a response. */
  code: number | null;
  text: string;
};
