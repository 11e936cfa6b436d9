import { pagingOptions } from "../../lib/actions/paging.ts";
import { defineCommand } from "../../lib/command/command.ts";
import { ExitCode } from "../../lib/failures/exit-codes.ts";
import { yesOption } from "../../lib/input/agree.ts";

const refusals = [ExitCode.refused, ExitCode.unreachable] as const;

export const listShape = { arguments: {}, options: pagingOptions } as const;
export const getShape = { arguments: { id: { description: "Channel to show" } }, options: {} } as const;
export const createShape = {
  arguments: {},
  options: {
    name: { value: "name", required: true, description: "What people call it" },
    platform: {
      value: "platform",
      choices: ["official", "unofficial"],
      description: "Kind of channel (default: official)",
    },
    "phone-number-id": { value: "id", description: "Meta's id of the number (official)" },
    "waba-id": { value: "id", description: "Meta's id of the WhatsApp Business account (official)" },
    "access-token": {
      value: "token",
      description:
        "Meta's access token (official); `-` reads it from standard input. Or set WAYPOST_ACCESS_TOKEN",
    },
  },
} as const;
export const registerShape = {
  arguments: { id: { description: "Channel whose number is registered" } },
  options: {
    pin: {
      value: "pin",
      description:
        "Six digits: the number's two-step code; `-` reads it from standard input. Or set WAYPOST_PIN",
    },
  },
} as const;

export const updateShape = {
  arguments: { id: { description: "Channel to change" } },
  options: {
    name: { value: "name", description: "What people call it" },
    settings: { value: "json", description: "Settings to change, as JSON; the others stay" },
    "access-token": { value: "token", description: "A new access token (official); `-` reads it" },
  },
} as const;
export const deleteShape = {
  arguments: { id: { description: "Channel to delete" } },
  options: yesOption,
} as const;

export const channelCommands = [
  defineCommand({
    path: "channels list",
    summary: "List channels",
    output: "One line a channel: id, platform, status, name, phone number, creation.",
    shape: listShape,
    examples: [
      {
        description: "Those that are not connected",
        command: "waypost channels list --all | awk -F'\\t' '$3 != \"connected\"'",
      },
    ],
    exitCodes: refusals,
    load: () => import("./list.ts"),
  }),
  defineCommand({
    path: "channels create",
    summary: "Add a WhatsApp number",
    description:
      "Add a WhatsApp number. For an official one the access token is taken from --access-token, WAYPOST_ACCESS_TOKEN or a hidden prompt; it is never shown.",
    output: "The new channel's record.",
    shape: createShape,
    writes: true,
    examples: [
      {
        description: "An official number, the token coming from a file",
        command:
          "waypost channels create --name Support --phone-number-id 1065 --waba-id 1020 --access-token - < token.txt",
      },
      {
        description: "A number that is paired by a phone",
        command: "waypost channels create --name Sales --platform unofficial",
      },
    ],
    exitCodes: refusals,
    load: () => import("./create.ts"),
  }),
  defineCommand({
    path: "channels get",
    summary: "Show one channel",
    output: "The channel's record.",
    shape: getShape,
    examples: [
      {
        description: "Its status alone",
        command: "waypost channels get ch_01J8Z3W6YB2Q4V5N7M8P9R0S1T --json | jq -r .status",
      },
    ],
    exitCodes: refusals,
    load: () => import("./get.ts"),
  }),
  defineCommand({
    path: "channels register",
    summary: "Register an official number with WhatsApp",
    description:
      "Register an official number with WhatsApp, which it needs once before it can send. The PIN becomes the number's two-step code, or has to be the one it has. At most nine tries in 72 hours.",
    output: "The channel's record.",
    shape: registerShape,
    writes: true,
    examples: [
      {
        description: "With a PIN of your choice",
        command: "waypost channels register ch_01J8Z3W6YB2Q4V5N7M8P9R0S1T --pin 314159",
      },
    ],
    exitCodes: refusals,
    load: () => import("./register.ts"),
  }),
  defineCommand({
    path: "channels update",
    summary: "Change a channel",
    output: "The channel's record.",
    shape: updateShape,
    writes: true,
    examples: [
      {
        description: "No messages at night",
        command: `waypost channels update ch_01J8Z3W6YB2Q4V5N7M8P9R0S1T --settings '{"quiet_hours":{"from":"22:00","to":"07:00","time_zone":"Europe/Berlin"}}'`,
      },
    ],
    exitCodes: refusals,
    load: () => import("./update.ts"),
  }),
  defineCommand({
    path: "channels delete",
    summary: "Delete a channel",
    description:
      "Delete a channel: what waits to be sent is cancelled, a paired number is logged out. Messages stay.",
    output: "Nothing.",
    shape: deleteShape,
    writes: true,
    examples: [
      { description: "In a script", command: "waypost channels delete ch_01J8Z3W6YB2Q4V5N7M8P9R0S1T --yes" },
    ],
    exitCodes: refusals,
    load: () => import("./delete.ts"),
  }),
];
