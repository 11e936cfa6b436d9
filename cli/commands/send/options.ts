import type { OptionValues } from "../../lib/command/definition.ts";

/** The options for what to send, when, and what to wait for. */
export const messageOptions = {
  text: { value: "text", description: "Text to send; `-` reads it from standard input" },
  template: { value: "name", of: "templateNames", description: "Approved template to send" },
  lang: { value: "code", description: "Language of the template (default: en_US)" },
  param: {
    value: "value",
    repeat: true,
    description:
      "Variable of the template's body: `name=value`, or values in order; write `=value` for a value that contains `=`",
  },
  "header-image": { value: "file", description: "Image in the template's header: a path or an address" },
  "header-video": { value: "file", description: "Video in the template's header: a path or an address" },
  "header-document": {
    value: "file",
    description: "Document in the template's header: a path or an address",
  },
  button: {
    value: "index=text",
    repeat: true,
    description: "Variable of the template's address button, counted from 0",
  },
  "quick-reply": {
    value: "index=payload",
    repeat: true,
    description: "Payload of the template's reply button, counted from 0",
  },
  file: {
    value: "file",
    description: "File to send, as what its bytes are: a path, an address, or `-` for standard input",
  },
  as: {
    value: "kind",
    choices: ["document", "voice", "sticker", "image", "video", "audio"],
    description: "What to send --file as (default: an image, video or audio if it is one, else a document)",
  },
  image: { value: "file", description: "Image to send: a path or an address" },
  video: { value: "file", description: "Video to send: a path or an address" },
  audio: { value: "file", description: "Audio to send: a path or an address" },
  document: { value: "file", description: "Document to send: a path or an address" },
  caption: { value: "text", description: "Text below the file" },
  filename: { value: "name", description: "Name of the file that recipients see (default: its name here)" },
  type: { value: "type", description: "Any message type, together with --content" },
  content: { value: "json", description: "Content of --type: JSON, a file, or `-` for standard input" },
  "reply-to": { value: "id", of: "messages", description: "Provider message id to quote" },
  at: { value: "time", description: "Send it later: 30m, 2h (from now) or a date, at most 30 days ahead" },
  ttl: {
    value: "duration",
    description: "Give up this long after it is due, at most 30d (default: 24h)",
  },
  expires: {
    value: "time",
    description: "Instead of --ttl: give up after 30m, 2h (from now) or a date",
  },
  priority: {
    value: "priority",
    choices: ["high", "normal", "low"],
    description: "Priority among the channel's messages (default: the channel's setting)",
  },
  account: {
    value: "id",
    description: "Messaging account at Meta to send it for (default: the channel's setting)",
  },
  metadata: {
    value: "name=value",
    repeat: true,
    description: "Stored with the message and returned in events; may be repeated",
  },
  "idempotency-key": { value: "key", description: "Repeating with the same key never sends twice" },
  wait: {
    value: "status",
    choices: ["sent", "delivered", "read"],
    description: "Wait for this status (default: until it is accepted)",
  },
} as const;

export const sendOptions = {
  to: {
    value: "recipient",
    of: "contacts",
    description:
      "A number with its country code, a user name with its @, a user id or LID, or the id of a contact or conversation",
  },
  "username-pin": { value: "pin", description: "The PIN by which somebody protects the user name in --to" },
  conversation: {
    value: "id",
    of: "conversations",
    description: "Conversation to send in, in place of --to and --channel",
  },
  channel: {
    value: "id",
    of: "channels",
    description: "Channel to send from (default: the only one; on a terminal, chosen from a list)",
  },
  ...messageOptions,
} as const;

export type MessageOptions = OptionValues<typeof messageOptions>;
export type SendOptions = OptionValues<typeof sendOptions>;
