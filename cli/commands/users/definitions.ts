import { pagingOptions } from "../../lib/actions/paging.ts";
import { defineCommand } from "../../lib/command/command.ts";
import { ExitCode } from "../../lib/failures/exit-codes.ts";
import { yesOption } from "../../lib/input/agree.ts";

const refusals = [ExitCode.refused, ExitCode.unreachable] as const;
const ROLES = ["owner", "admin", "agent", "viewer"] as const;
const EXAMPLE_ID = "01937d0c-8a51-7cc3-9d0e-8f2b6f0e2a11";
const role = {
  value: "role",
  choices: ROLES,
  description: "owner may do everything, admin all that permissions name, agent converses, viewer reads",
} as const;
const keepKeys = { description: "Leave the API keys and open invitations that the user made" } as const;

export const listShape = { arguments: {}, options: pagingOptions } as const;
export const invitationsShape = { arguments: {}, options: pagingOptions } as const;
export const inviteShape = {
  arguments: { email: { description: "E-mail address of the person" } },
  options: { role: { ...role, required: true } },
} as const;
export const acceptShape = {
  arguments: {},
  options: {
    name: { value: "name", required: true, description: "Your name, as others see it" },
    token: { value: "token", description: "What `users invite` showed; - reads it from standard input" },
  },
} as const;
export const updateShape = {
  arguments: { id: { description: "User to change" } },
  options: {
    name: { value: "name", description: "Another name" },
    role,
    disable: { description: "Log the user out, and let nobody log in as them" },
    enable: { description: "Take that back" },
    "keep-keys": keepKeys,
  },
} as const;
export const removeShape = {
  arguments: { id: { description: "User to remove" } },
  options: { ...yesOption, "keep-keys": keepKeys },
} as const;
export const withdrawShape = {
  arguments: { id: { description: "Invitation to withdraw" } },
  options: yesOption,
} as const;

export const userCommands = [
  defineCommand({
    path: "users list",
    summary: "List users",
    output: "One line a user, newest first: id, e-mail address, name, role, whether disabled, creation.",
    shape: listShape,
    examples: [{ description: "All users as JSON", command: "waypost users list --all --json" }],
    exitCodes: refusals,
    load: () => import("./list.ts"),
  }),
  defineCommand({
    path: "users invite",
    summary: "Invite somebody to become a user",
    description:
      "Invite somebody to become a user. No mail is sent: hand the token to the person, who gives it to `waypost users accept` within a week.",
    output: "The invitation, `token` being what the person needs.",
    shape: inviteShape,
    writes: true,
    examples: [
      { description: "Somebody who converses", command: "waypost users invite ben@example.com --role agent" },
    ],
    exitCodes: refusals,
    load: () => import("./invite.ts"),
  }),
  defineCommand({
    path: "users accept",
    summary: "Accept an invitation, and log in",
    description:
      "Accept an invitation and log in: the login is saved as a profile. The token comes from --token, WAYPOST_INVITATION or a hidden prompt, the password from WAYPOST_PASSWORD or a hidden prompt.",
    output: "profile, url and e-mail address.",
    shape: acceptShape,
    writes: true,
    examples: [
      {
        description: "Ask for token and password",
        command: "waypost users accept --name Ben --url https://waypost.example.com",
      },
    ],
    exitCodes: refusals,
    load: () => import("./accept.ts"),
  }),
  defineCommand({
    path: "users invitations",
    summary: "List the invitations that nobody has accepted yet",
    output: "One line an invitation: id, e-mail address, role, end.",
    shape: invitationsShape,
    examples: [{ description: "Those still open", command: "waypost users invitations" }],
    exitCodes: refusals,
    load: () => import("./invitations.ts"),
  }),
  defineCommand({
    path: "users withdraw",
    summary: "Withdraw an invitation",
    output: "Nothing.",
    shape: withdrawShape,
    writes: true,
    examples: [
      { description: "Withdraw one", command: "waypost users withdraw inv_01JDB2M5S8V0ZC3K7Q2M4N6P8R --yes" },
    ],
    exitCodes: refusals,
    load: () => import("./withdraw.ts"),
  }),
  defineCommand({
    path: "users update",
    summary: "Change a user",
    description:
      "Change a user. With --disable, the API keys that the user made, those made with these, and their open invitations end, too, unless --keep-keys is given.",
    output: "The user's record.",
    shape: updateShape,
    writes: true,
    examples: [
      { description: "Another role", command: `waypost users update ${EXAMPLE_ID} --role admin` },
      { description: "Log out and keep out", command: `waypost users update ${EXAMPLE_ID} --disable` },
    ],
    exitCodes: refusals,
    load: () => import("./update.ts"),
  }),
  defineCommand({
    path: "users remove",
    summary: "Remove a user",
    description:
      "Remove a user, who is logged out. The API keys that the user made, those made with these, and their open invitations end, too, unless --keep-keys is given: waypost keys list shows who made each.",
    output: "Nothing.",
    shape: removeShape,
    writes: true,
    examples: [{ description: "Remove one", command: `waypost users remove ${EXAMPLE_ID} --yes` }],
    exitCodes: refusals,
    load: () => import("./remove.ts"),
  }),
];
