/** What a paired number's session can be asked to do with groups, and what comes of it. */

/** What is done to people in a group. */
export const PARTICIPANT_ACTIONS = ["add", "remove", "promote", "demote"] as const;
export type ParticipantAction = (typeof PARTICIPANT_ACTIONS)[number];

/** What is changed of a group; null is left as it is. */
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
  /** Whoever created it, as a participant is named; null when WhatsApp does not say. */
  owner: string | null;
  created_at: string | null;
  /** Only admins write in it. */
  announce: boolean;
  /** Only admins change its subject and description. */
  locked: boolean;
  /** What the number itself is in it. */
  role: ParticipantRole;
  size: number;
  participants: GroupParticipant[];
};

/** What became of one person that something was to be done to. */
export type ParticipantOutcome = {
  /** As it was asked for. */
  asked: string;
  /** WhatsApp's code: 200 is done. */
  code: number;
};

/** What is answered to each. */
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
