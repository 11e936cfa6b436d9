/** Requests about groups to a paired number's session, and their results. */

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

/** `group` is `<digits>@g.us`; `participants` are addresses: `<digits>@s.whatsapp.net` or `<digits>@lid`. */
export type GroupRequest =
  | { kind: "list" }
  | { kind: "get"; group: string }
  | { kind: "create"; subject: string; description: string | null; participants: string[] }
  | ({ kind: "update"; group: string } & GroupChange)
  | { kind: "participants"; group: string; action: ParticipantAction; participants: string[] }
  | { kind: "invite"; group: string; revoke: boolean }
  | { kind: "join"; code: string }
  | { kind: "leave"; group: string };

export type ParticipantRole = "member" | "admin" | "owner";

/** Somebody in a group. */
export type GroupParticipant = {
  /** As WhatsApp names them in the group: `<digits>@lid` or `<digits>@s.whatsapp.net`. */
  participant: string;
  /** Digits; null when it is not shown. */
  phone: string | null;
  role: ParticipantRole;
};

/** A group that the number is in. */
export type PairedGroup = {
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
  size: number;
  participants: GroupParticipant[];
};

/** The result for one person. */
export type ParticipantOutcome = {
  /** As in the request. */
  asked: string;
  /** WhatsApp's code: 200 is done. */
  code: number;
};

/** The result of each request. */
export type GroupResults = {
  list: PairedGroup[];
  get: PairedGroup;
  create: { group: PairedGroup; outcomes: ParticipantOutcome[] };
  update: PairedGroup;
  participants: ParticipantOutcome[];
  invite: string;
  join: PairedGroup;
  leave: null;
};

/** Why nothing was done. */
export type GroupRefusal = {
  reason: "not_found" | "not_admin" | "refused" | "no_response";
  /** WhatsApp's code and words; null without a response. */
  code: number | null;
  text: string;
};
