import type { OptionValues } from "../../../lib/command/definition.ts";

export const draftOptions = {
  name: { value: "text", description: "Name (default: the template's name)" },
  template: { value: "name", of: "templateNames", description: "Approved template to send" },
  lang: { value: "code", description: "Language of the template (default: en_US)" },
  param: {
    value: "value",
    repeat: true,
    description:
      "Variable of the template's body: `name=value`, or values in order; `{first_name}` is a field of each contact, `{custom.city|your city}` one with a fallback",
  },
  header: { value: "value", description: "Variable of the template's header, or the address of its file" },
  button: {
    value: "index=value",
    repeat: true,
    description: "Variable of the template's button, counted from 0",
  },
  list: { value: "id", of: "lists", description: "Send to the contacts on this list" },
  tag: {
    value: "name",
    of: "tags",
    repeat: true,
    description: "Send to contacts with this tag, or another of these",
  },
  "all-tags": {
    value: "name",
    of: "tags",
    repeat: true,
    description: "Send to contacts that have all of these tags",
  },
  "without-tag": { value: "name", of: "tags", repeat: true, description: "Leave out contacts with this tag" },
  contact: { value: "id", of: "contacts", repeat: true, description: "Send to this contact" },
  import: { value: "id", description: "Send to the contacts of a file that was imported within a week" },
  search: { value: "words", description: "Send to contacts that match these words" },
  everyone: { description: "Send to all contacts" },
  channel: {
    value: "id",
    of: "channels",
    repeat: true,
    description: "Channel to send from; several of one portfolio share the people",
  },
  window: { value: "hours", description: "Hours in which to send, such as 9-18 or 9:30-18:00" },
  days: { value: "days", description: "Days on which to send, such as mon-fri or mon,wed (default: all)" },
  zone: { value: "zone", description: "Whose hours: Europe/Berlin (default: each recipient's own)" },
  "require-consent": { description: "Leave out contacts who have not granted their consent" },
  rate: { value: "messages", description: "Messages a second (default: as many as the channel may)" },
  priority: {
    value: "priority",
    choices: ["high", "normal", "low"],
    description: "Priority among the channel's messages (default: low)",
  },
  at: { value: "time", description: "When it begins once it is started: a date, or a duration from now" },
  "max-people": { value: "number", description: "Send to so many people at most" },
  "max-cost": { value: "money", description: "Spend so much at most by the rate card, such as 100EUR" },
  "stop-failed": { value: "percent", description: "Stop when so many of the last messages failed" },
  "stop-refused": {
    value: "percent",
    description: "Stop when WhatsApp refused so many of the last as too much marketing",
  },
  "of-last": { value: "number", description: "How many are the last (default: 100)" },
  "stop-quality": {
    value: "rating",
    choices: ["YELLOW", "RED"],
    description: "Stop when the quality of the number is this, or worse",
  },
} as const;

export type DraftOptions = OptionValues<typeof draftOptions>;
