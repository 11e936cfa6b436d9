import { Nullable, Type } from "../lib/typebox.ts";
import { JOIN_APPROVALS, PARTICIPANT_ACTIONS } from "../providers/groups.ts";

const MOST_PARTICIPANTS = 1024;

export const Channel = Type.Object({ id: Type.String({ maxLength: 64 }) });
export const Group = Type.Object({
  id: Type.String({ maxLength: 64 }),
  group_id: Type.String({
    maxLength: 128,
    description: "`<digits>@g.us`, on official numbers the id that Meta gave it",
  }),
});

const RoleSchema = Type.Union([Type.Literal("member"), Type.Literal("admin"), Type.Literal("owner")]);

const ParticipantSchema = Type.Object({
  participant: Type.String({
    description:
      "How WhatsApp names them in the group: `<digits>@lid` or `<digits>@s.whatsapp.net`, on official numbers digits or a business-scoped user id",
  }),
  phone: Nullable(Type.String({ description: "Digits; null if they do not show their number" })),
  contact_id: Nullable(Type.String({ description: "Their contact, if there is one" })),
  role: RoleSchema,
});

const Announce = Type.Boolean({ description: "Only admins can write in it" });
const Locked = Type.Boolean({ description: "Only admins can change its subject and description" });

const JoinApproval = Type.Union(
  JOIN_APPROVALS.map((one) => Type.Literal(one)),
  {
    description:
      "Who may join by the invite link: everybody (`auto_approve`, the default), or those whose request is approved. Official numbers only",
  },
);

const group = {
  id: Type.String({
    description:
      "`<digits>@g.us`, on official numbers the id that Meta gave it: the `recipient` of messages to it",
  }),
  subject: Type.String(),
  description: Nullable(Type.String()),
  owner: Nullable(Type.String({ description: "Who created it, as participants are named" })),
  created_at: Nullable(Type.String({ format: "date-time" })),
  announce: Announce,
  locked: Locked,
  role: Type.Union([Type.Literal("member"), Type.Literal("admin"), Type.Literal("owner")], {
    description: "The role of the channel's own number",
  }),
  size: Nullable(
    Type.Integer({
      description:
        "How many people are in it, on official numbers the business aside; null in their lists, where Meta does not say",
    }),
  ),
  suspended: Nullable(
    Type.Boolean({ description: "Whether WhatsApp suspended it; null where WhatsApp does not say" }),
  ),
  join_approval: Nullable(JoinApproval),
};

const example = {
  id: "120363041234567890@g.us",
  subject: "Sunday lunch",
  description: null,
  owner: "187240155021834@lid",
  created_at: "2026-06-01T12:00:00.000Z",
  announce: false,
  locked: false,
  role: "admin",
  size: 1,
  suspended: null,
  join_approval: null,
};
const somebody = {
  participant: "187240155021834@lid",
  phone: "14155550123",
  contact_id: "ct_01JDB2M5S8V0ZC3K7Q2M4N6P8T",
  role: "owner",
};
const detailed = { ...example, participants: [somebody] };

/** Everything about a group. */
export const GroupSchema = Type.Object(
  { ...group, participants: Type.Array(ParticipantSchema) },
  { title: "Group", examples: [detailed] },
);

/** The groups that a number is in. */
export const GroupsSchema = Type.Object(
  { data: Type.Array(Type.Object(group)) },
  { title: "Groups", examples: [{ data: [example] }] },
);

const OutcomeSchema = Type.Object({
  participant: Type.String({ description: "As it was given" }),
  status: Type.Union([Type.Literal("done"), Type.Literal("refused")]),
  reason: Nullable(
    Type.String({
      description:
        "Why not: `not_allowed` (they let only some people add them: send them the invite link), `blocked`, `not_found` (not on WhatsApp, or not in the group), `left_recently`, `already_there`, `group_full` or `refused`",
    }),
  ),
  code: Type.Integer({ description: "WhatsApp's own code" }),
});
const outcome = { participant: "14155550123", status: "done", reason: null, code: 200 };

/** The result of each person. */
export const OutcomesSchema = Type.Object(
  { data: Type.Array(OutcomeSchema) },
  { title: "GroupParticipantOutcomes", examples: [{ data: [outcome] }] },
);

/** A new group, and who was added to it. */
export const CreatedGroupSchema = Type.Object(
  {
    ...group,
    participants: Type.Array(ParticipantSchema),
    outcomes: Type.Array(OutcomeSchema, { description: "The result of each person to add" }),
  },
  { title: "CreatedGroup", examples: [{ ...detailed, outcomes: [outcome] }] },
);

export const InviteSchema = Type.Object(
  { code: Type.String(), url: Type.String({ description: "The link by which people join" }) },
  {
    title: "GroupInvite",
    examples: [{ code: "Gk3mPq7RtY2wZx9LcVb5Nd", url: "https://chat.whatsapp.com/Gk3mPq7RtY2wZx9LcVb5Nd" }],
  },
);

export const LeftSchema = Type.Object(
  { id: Type.String(), left: Type.Boolean() },
  { title: "LeftGroup", examples: [{ id: "120363041234567890@g.us", left: true }] },
);

export const DeletedSchema = Type.Object(
  { id: Type.String(), deleted: Type.Literal(true) },
  {
    title: "DeletedGroup",
    examples: [{ id: "Y2FwaV9ncm91cDoxNzA1NTU1MDEzOToxMjAzNjM0MDQ2OTQyMzM4MjAZD", deleted: true }],
  },
);

const Subject = Type.String({ minLength: 1, maxLength: 100 });
const Description = Type.String({ maxLength: 2048, description: "Empty: none" });
const Participant = Type.String({
  minLength: 5,
  maxLength: 140,
  description:
    "A number with its country code, or an id such as `187240155021834@lid`, on official numbers a business-scoped user id",
});
const Participants = Type.Array(Participant, { minItems: 1, maxItems: MOST_PARTICIPANTS });

export const CreateBody = Type.Object(
  {
    subject: Subject,
    description: Type.Optional(Description),
    participants: Type.Optional(
      Type.Array(Participant, {
        maxItems: MOST_PARTICIPANTS,
        description:
          "Required on paired numbers. On official numbers nobody can be added: send people the invite link",
      }),
    ),
    join_approval: Type.Optional(JoinApproval),
  },
  { examples: [{ subject: "Sunday lunch", participants: ["14155550123"] }] },
);

export const UpdateBody = Type.Object(
  {
    subject: Type.Optional(Subject),
    description: Type.Optional(Description),
    announce: Type.Optional(Announce),
    locked: Type.Optional(Locked),
  },
  { minProperties: 1, examples: [{ subject: "Sunday dinner" }] },
);

export const ParticipantsBody = Type.Object(
  {
    action: Type.Union(PARTICIPANT_ACTIONS.map((name) => Type.Literal(name))),
    participants: Participants,
  },
  { examples: [{ action: "add", participants: ["14155550123"] }] },
);

export const JoinBody = Type.Object(
  {
    invite: Type.String({
      minLength: 8,
      maxLength: 128,
      description: "An invite link, or the code at its end",
    }),
  },
  { examples: [{ invite: "https://chat.whatsapp.com/Gk3mPq7RtY2wZx9LcVb5Nd" }] },
);
