import { timedOut } from "../channels/asking/wording.ts";
import { documented } from "../http/openapi/documentation.ts";
import {
  CreatedGroupSchema,
  DeletedSchema,
  GroupSchema,
  GroupsSchema,
  InviteSchema,
  LeftSchema,
  OutcomesSchema,
} from "./schemas.ts";

const WORDING = {
  404: {
    description: "No such channel or group, or the number is not in the group",
    detail: "group not found",
  },
  409: {
    description: "The number is not connected (`channel_not_connected`), or no admin (`not_group_admin`)",
    code: "not_group_admin",
    detail: "only admins of the group may do this, and the number is none",
  },
  422: {
    description:
      "Invalid; not possible on this platform (`unsupported_on_platform`); groups are switched off (`groups_disabled`); or WhatsApp refused (`provider_rejected`)",
    code: "groups_disabled",
    detail: "the channel talks to people only: set `groups` in its settings to true",
  },
  503: timedOut(),
};

export const common = { wording: WORDING };
/** Whose groups they are. */
const both = "Paired numbers with `groups` switched on in their settings, and official numbers.";
const paired = "Paired numbers only, with `groups` switched on in the channel's settings.";

/** The documentation of the routes. */
export const DOCUMENTED = {
  list: documented({
    ...common,
    operation: "listGroups",
    summary: "List a number's groups",
    description: `The groups that the number is in, as WhatsApp says now. ${both}`,
    responses: { 200: { description: "All of them", schema: GroupsSchema } },
  }),
  get: documented({
    ...common,
    operation: "getGroup",
    summary: "Get a group",
    description: `Its subject, description and participants. ${both}`,
    shows: GroupSchema,
  }),
  create: documented({
    ...common,
    operation: "createGroup",
    summary: "Create a group",
    description: `The number becomes its owner. Some people can't be added by everybody; \`outcomes\` says so. On official numbers nobody can be added: people join by the invite link, at most eight of them. ${both}`,
    responses: { 201: { description: "The new group", schema: CreatedGroupSchema } },
  }),
  update: documented({
    ...common,
    operation: "updateGroup",
    summary: "Change a group",
    description: `Its subject and description, and what only admins may do. The number has to be an admin for the latter, and for all of it in a locked group. Official numbers change subject and description. ${both}`,
    responses: { 200: { description: "The group as it is now", schema: GroupSchema } },
  }),
  participants: documented({
    ...common,
    operation: "changeGroupParticipants",
    summary: "Add, remove, promote or demote people",
    description: `The number has to be an admin of the group. WhatsApp decides about each person. Official numbers remove people. ${both}`,
    responses: {
      200: { description: "The result of each, in the order of the request", schema: OutcomesSchema },
    },
  }),
  invite: documented({
    ...common,
    operation: "getGroupInvite",
    summary: "Get a group's invite link",
    description: `Anybody who has it can join. The number has to be an admin of the group. ${both}`,
    responses: { 200: { description: "The link", schema: InviteSchema } },
  }),
  revoke: documented({
    ...common,
    operation: "revokeGroupInvite",
    summary: "Replace a group's invite link",
    description: `The link before no longer works. ${both}`,
    responses: { 200: { description: "The new link", schema: InviteSchema } },
  }),
  join: documented({
    ...common,
    operation: "joinGroup",
    summary: "Join a group by its invite link",
    description: paired,
    shows: GroupSchema,
  }),
  delete: documented({
    ...common,
    operation: "deleteGroup",
    summary: "Delete a group",
    description: "Everybody leaves it, the number included. Official numbers only; a paired one leaves.",
    responses: { 200: { description: "The group is gone", schema: DeletedSchema } },
  }),
  leave: documented({
    ...common,
    operation: "leaveGroup",
    summary: "Leave a group",
    description: paired,
    responses: { 200: { description: "The number is no longer in it", schema: LeftSchema } },
  }),
};
