import { defineCommand } from "../../lib/command/command.ts";
import { ExitCode } from "../../lib/failures/exit-codes.ts";
import { yesOption } from "../../lib/input/agree.ts";

const refusals = [ExitCode.refused, ExitCode.unreachable] as const;
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
  options: {
    logout: { description: "Also remove the device from the phone: it has to be paired anew" },
    yes: { description: `${yesOption.yes.description} (with --logout)` },
  },
} as const;
export const lookupShape = {
  arguments: channelArgument,
  options: {
    phone: { value: "number", repeat: true, description: "A number to look up; once for each, at most 50" },
  },
} as const;
/** What paired numbers alone can do. */
export const pairingCommands = [
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
        command: "waypost channels disconnect ch_01J8Z3W6YB2Q4V5N7M8P9R0S1T --logout --yes",
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
    writes: true,
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
];
