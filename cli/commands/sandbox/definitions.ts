import { defineCommand } from "../../lib/command/command.ts";
import { ExitCode } from "../../lib/failures/exit-codes.ts";

const sandboxUrl = {
  value: "address",
  description: "Address of the sandbox (default: WAYPOST_SANDBOX_URL, else http://127.0.0.1:8485)",
} as const;

export const inboundShape = {
  arguments: {},
  options: {
    from: { value: "number", description: "Who writes (default: 16505551234)" },
    text: { value: "text", description: "A text message" },
    kind: {
      value: "kind",
      description: "Something else: image, location, button_reply, order, echo, quality, ...",
    },
    content: { value: "json", description: "What --kind holds: JSON; what it leaves out is made up" },
    name: { value: "name", description: "Name of who writes" },
    "phone-number-id": { value: "id", description: "Which of the sandbox's numbers (default: the first)" },
    "sandbox-url": sandboxUrl,
  },
} as const;

export const statusShape = { arguments: {}, options: { "sandbox-url": sandboxUrl } } as const;

export const phoneShape = {
  arguments: { number: { description: "The phone's number" } },
  options: {
    scan: { value: "qr", description: "Scan this: a QR code's text, `-` for standard input, or a channel" },
    code: { value: "code", description: "Type this pairing code; `-` reads it from standard input" },
    text: { value: "text", description: "Send a text" },
    to: { value: "number", description: "Whom to write to (default: whom it last heard of)" },
    once: { description: "End when that is done, in place of watching the phone" },
    "sandbox-url": sandboxUrl,
  },
} as const;

const exitCodes = [ExitCode.refused, ExitCode.unreachable];

export const sandboxCommands = [
  defineCommand({
    path: "sandbox inbound",
    summary: "Let somebody write to the business, or Meta tell of something",
    description:
      "Let somebody write to the business, or Meta tell of something, by a signed webhook. Needs no API key. A kind that does not exist is refused with the list of those that do.",
    output: "The provider message id and the number it was sent to.",
    shape: inboundShape,
    writes: true,
    examples: [
      { description: "A text", command: "waypost sandbox inbound --from 16505551234 --text 'Is it ready?'" },
      {
        description: "A tap on a button",
        command: `waypost sandbox inbound --kind button_reply --content '{"id":"yes","title":"Yes"}'`,
      },
      {
        description: "A picture",
        command: `waypost sandbox inbound --kind image --content '{"caption":"Menu"}'`,
      },
      {
        description: "Meta restricts the account",
        command: `waypost sandbox inbound --kind account --content '{"event":"ACCOUNT_RESTRICTION"}'`,
      },
    ],
    exitCodes,
    load: () => import("./inbound.ts"),
  }),
  defineCommand({
    path: "sandbox status",
    summary: "Show what the sandbox took and sent",
    output: "Calls taken, webhooks waiting, and where they go.",
    shape: statusShape,
    examples: [
      { description: "The sandbox of this machine", command: "waypost sandbox status" },
      {
        description: "Another one",
        command: "waypost sandbox status --sandbox-url http://127.0.0.1:9485 --json",
      },
    ],
    exitCodes,
    load: () => import("./status.ts"),
  }),
  defineCommand({
    path: "sandbox phone",
    summary: "Hold a phone of the WhatsApp Web sandbox",
    description:
      "Hold a phone of the WhatsApp Web sandbox: it scans the QR code of a paired number, shows what it gets and how far its messages are, and sends the lines that are typed.",
    output:
      "One line for each message and each change of one: id, in or out, the other side, status, kind, text; with --json one JSON object a line.",
    shape: phoneShape,
    writes: true,
    examples: [
      {
        description: "Pair a channel whose code is shown now",
        command: "waypost sandbox phone 15557010001 --scan ch_01J8Z3W6YB2Q4V5N7M8P9R0S1T --once",
      },
      { description: "Be a customer", command: "waypost sandbox phone 14155550123" },
      {
        description: "Write one text",
        command: "waypost sandbox phone 14155550123 --text 'Is it ready?' --to 15557010001 --once",
      },
    ],
    exitCodes,
    load: () => import("./phone.ts"),
  }),
];
