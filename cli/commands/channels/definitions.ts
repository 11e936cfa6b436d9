import { defineCommand } from "../../lib/command.ts";
import { ExitCode } from "../../lib/exit-codes.ts";
import { pagingOptions } from "../../lib/paging.ts";

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

const channelArgument = { id: { description: "Channel of a paired number" } } as const;
export const pairShape = {
  arguments: { id: { description: "Channel to pair (default: a new one)", optional: true } },
  options: {
    name: { value: "name", description: "What people call the new channel" },
    code: { description: "Show a code to type on the phone, in place of a QR code; needs --phone" },
    phone: { value: "number", description: "The phone's number, with its country code" },
    png: { value: "file", description: "Also write each QR code to this picture; it is removed at the end" },
  },
} as const;
export const connectShape = { arguments: channelArgument, options: {} } as const;
export const qrShape = {
  arguments: channelArgument,
  options: { wait: { description: "Wait up to 25 s for a code" } },
} as const;
export const disconnectShape = {
  arguments: channelArgument,
  options: { logout: { description: "Also remove the device from the phone: it has to be paired anew" } },
} as const;
export const lookupShape = {
  arguments: channelArgument,
  options: {
    phone: { value: "number", repeat: true, description: "A number to look up; once for each, at most 50" },
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
  options: { yes: { description: "Don't ask; required when not running interactively" } },
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
    path: "channels pair",
    summary: "Pair a number with WhatsApp on a phone",
    description:
      "Pair a number with WhatsApp on a phone: shows a QR code, renewed as it expires, and waits until the phone has scanned it and the number is connected. Without a terminal the codes are printed as lines; --png writes them as pictures. Ends with exit code 5 when the codes run out or the phone refuses, with 6 after --timeout.",
    output:
      "On a terminal the channel's record; otherwise a line for each code (`qr`, which one, until when, the text to encode) and `connected` with the number at the end; with --json one JSON object a line.",
    shape: pairShape,
    writes: true,
    examples: [
      { description: "A new number", command: "waypost channels pair --name Sales" },
      {
        description: "One that was logged out",
        command: "waypost channels pair ch_01J8Z3W6YB2Q4V5N7M8P9R0S1T",
      },
      {
        description: "By a code that is typed on the phone",
        command: "waypost channels pair --code --phone '+49 1555 0100'",
      },
      {
        description: "From a script, the code as a picture",
        command: "waypost channels pair --png code.png --timeout 2m",
      },
    ],
    exitCodes: [...refusals, ExitCode.failed, ExitCode.timeout],
    load: () => import("./pair.ts"),
  }),
  defineCommand({
    path: "channels connect",
    summary: "Connect a paired number again",
    output: "The channel's id, status and the reason for it.",
    shape: connectShape,
    writes: true,
    examples: [
      {
        description: "After it was disconnected",
        command: "waypost channels connect ch_01J8Z3W6YB2Q4V5N7M8P9R0S1T",
      },
    ],
    exitCodes: refusals,
    load: () => import("./connect.ts"),
  }),
  defineCommand({
    path: "channels qr",
    summary: "Show the QR code of a pairing that is under way",
    output: "The code, drawn on a terminal, as the text to encode otherwise.",
    shape: qrShape,
    examples: [
      {
        description: "As a picture by another program",
        command: "waypost channels qr ch_01J8Z3W6YB2Q4V5N7M8P9R0S1T --wait | qrencode -o code.png",
      },
    ],
    exitCodes: refusals,
    load: () => import("./qr.ts"),
  }),
  defineCommand({
    path: "channels disconnect",
    summary: "Disconnect a paired number",
    description:
      "Disconnect a paired number. Its login is kept, unless --logout. What waits to be sent stays until it is connected again.",
    output: "The channel's record.",
    shape: disconnectShape,
    writes: true,
    examples: [
      {
        description: "For good",
        command: "waypost channels disconnect ch_01J8Z3W6YB2Q4V5N7M8P9R0S1T --logout",
      },
    ],
    exitCodes: refusals,
    load: () => import("./disconnect.ts"),
  }),
  defineCommand({
    path: "channels lookup",
    summary: "Ask whether numbers are on WhatsApp",
    output: "One line a number: it, whether it exists, WhatsApp's id, LID, name, whether a business, about.",
    shape: lookupShape,
    examples: [
      {
        description: "Two numbers",
        command:
          "waypost channels lookup ch_01J8Z3W6YB2Q4V5N7M8P9R0S1T --phone 14155550123 --phone 14155550124",
      },
    ],
    exitCodes: refusals,
    load: () => import("./lookup.ts"),
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
