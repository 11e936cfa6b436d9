import { pagingOptions } from "../../lib/actions/paging.ts";
import { defineCommand } from "../../lib/command/command.ts";
import { ExitCode } from "../../lib/failures/exit-codes.ts";
import { yesOption } from "../../lib/input/agree.ts";

const refusals = [ExitCode.refused, ExitCode.unreachable] as const;
const EXAMPLE_ID = "ct_01J8Z3W6YB2Q4V5N7M8P9R0S1T";
const channels = ["whatsapp", "email", "sms", "voice"] as const;
const states = ["granted", "denied", "unknown"] as const;

const contact = { description: "Contact: its id, or its number in any form" } as const;

export const listShape = {
  arguments: { q: { description: "Words that a contact must have somewhere", optional: true } },
  options: {
    tag: { value: "name", description: "Only with this tag" },
    phone: { value: "number", description: "Only with this number" },
    email: { value: "address", description: "Only with this e-mail address" },
    source: { value: "system", description: "Only from this external system" },
    "external-id": { value: "id", description: "Only with this id in the system of --source" },
    after: { value: "time", description: "Only changed since: 2h, 7d (ago) or a date; oldest change first" },
    ...pagingOptions,
  },
} as const;
export const getShape = { arguments: { contact }, options: {} } as const;
export const upsertShape = {
  arguments: {},
  options: {
    phone: { value: "number", description: "Phone number, as people write it" },
    name: { value: "name", description: "What the contact is called" },
    email: { value: "address", description: "E-mail address" },
    source: { value: "system", description: "External system that --external-id is of" },
    "external-id": { value: "id", description: "Id in that system" },
    field: { value: "name=value", repeat: true, description: "Custom field; JSON or text. May be repeated" },
    tag: { value: "name", repeat: true, description: "Tag to add; may be repeated" },
    clear: {
      value: "field",
      repeat: true,
      choices: ["phone_number", "name", "email", "external_id", "custom_fields"],
      description: "Field to empty; may be repeated",
    },
  },
} as const;
export const deleteShape = { arguments: { contact }, options: yesOption } as const;
export const lookupShape = {
  arguments: {},
  options: {
    id: { value: "id", description: "By its id" },
    phone: { value: "number", description: "By a phone number" },
    whatsapp: { value: "address", description: "By any address of WhatsApp's: a number, a JID, a LID" },
    "wa-id": { value: "digits", description: "By WhatsApp's id" },
    email: { value: "address", description: "By an e-mail address" },
    "external-id": { value: "id", description: "By the id in the system of --source" },
    source: { value: "system", description: "External system that --external-id is of" },
  },
} as const;
export const tagShape = {
  arguments: { contact },
  options: {
    add: { value: "name", repeat: true, description: "Tag to give; may be repeated" },
    remove: { value: "name", repeat: true, description: "Tag to take away; may be repeated" },
  },
} as const;
export const noteShape = {
  arguments: { contact, body: { description: "The note; absent: list the notes", optional: true } },
  options: pagingOptions,
} as const;
export const consentShape = {
  arguments: { contact },
  options: {
    channel: { value: "channel", choices: channels, description: "What it is for" },
    state: {
      value: "state",
      choices: states,
      description: "What the contact said; absent: list the consents",
    },
    source: { value: "text", description: "How it was asked for" },
    proof: { value: "text", description: "Where it can be checked" },
    expires: { value: "time", description: "When it ends: 365d or a date" },
  },
} as const;
export const suppressShape = {
  arguments: { contact },
  options: {
    channel: { value: "channel", choices: channels, description: "What to hold back (default: whatsapp)" },
    reason: { value: "text", description: "Why; absent: list the suppressions" },
    until: { value: "time", description: "When it ends by itself: 30d or a date" },
    lift: { description: "Take the suppression away" },
  },
} as const;

export const contactCommands = [
  defineCommand({
    path: "contacts list",
    summary: "List or search contacts",
    output: "One line a contact, newest first: id, number, name, e-mail, tags, change.",
    shape: listShape,
    examples: [
      { description: "By pieces of words", command: "waypost contacts list 'ada exam'" },
      {
        description: "The numbers of all with a tag",
        command: "waypost contacts list --tag vip --all --json | jq -r '.data[].phone_number'",
      },
    ],
    exitCodes: refusals,
    load: () => import("./list.ts"),
  }),
  defineCommand({
    path: "contacts get",
    summary: "Show one contact",
    output: "The contact's record.",
    shape: getShape,
    examples: [
      { description: "By its id", command: `waypost contacts get ${EXAMPLE_ID}` },
      { description: "By its number", command: "waypost contacts get '+1 415 555 0123'" },
    ],
    exitCodes: refusals,
    load: () => import("./get.ts"),
  }),
  defineCommand({
    path: "contacts upsert",
    summary: "Create a contact, or change the one there is",
    description:
      "Create a contact, or change the one that the external id, the number or the e-mail address finds, in this order. What is not given stays.",
    output: "The contact's record.",
    shape: upsertShape,
    writes: true,
    examples: [
      {
        description: "By number",
        command: "waypost contacts upsert --phone '+1 415 555 0123' --name 'Ada Byron' --tag vip",
      },
      {
        description: "By the id of a shop, with custom fields",
        command:
          "waypost contacts upsert --source shop --external-id 4711 --field city=Berlin --field 'sizes=[41,42]'",
      },
      {
        description: "Empty a field",
        command: "waypost contacts upsert --phone 14155550123 --clear email",
      },
    ],
    exitCodes: refusals,
    load: () => import("./upsert.ts"),
  }),
  defineCommand({
    path: "contacts delete",
    summary: "Delete a contact",
    description:
      "Delete a contact with its notes, tags, consents and suppressions. Its messages stay, and are nobody's.",
    output: "Nothing.",
    shape: deleteShape,
    writes: true,
    examples: [{ description: "Delete one", command: `waypost contacts delete ${EXAMPLE_ID} --yes` }],
    exitCodes: refusals,
    load: () => import("./delete.ts"),
  }),
  defineCommand({
    path: "contacts lookup",
    summary: "Resolve a contact by identifiers",
    description:
      "Resolve the one contact that identifiers are of. Refused when they find nobody, or different contacts.",
    output: "The contact's record.",
    shape: lookupShape,
    writes: true,
    examples: [
      {
        description: "By a WhatsApp address",
        command: "waypost contacts lookup --whatsapp 14155550123@c.us",
      },
      {
        description: "Are they the same?",
        command: "waypost contacts lookup --email ada@example.com --source shop --external-id 4711",
      },
    ],
    exitCodes: refusals,
    load: () => import("./lookup.ts"),
  }),
  defineCommand({
    path: "contacts tag",
    summary: "Give a contact tags, take them away, or list them",
    output: "The contact's tags.",
    shape: tagShape,
    writes: true,
    examples: [
      {
        description: "One more, one less",
        command: `waypost contacts tag ${EXAMPLE_ID} --add vip --remove new`,
      },
      { description: "Which it has", command: `waypost contacts tag ${EXAMPLE_ID}` },
    ],
    exitCodes: refusals,
    load: () => import("./tag.ts"),
  }),
  defineCommand({
    path: "contacts note",
    summary: "Write a note about a contact, or list them",
    output: "The new note, or one line a note, newest first.",
    shape: noteShape,
    writes: true,
    examples: [
      {
        description: "Write one",
        command: `waypost contacts note ${EXAMPLE_ID} "Wants to be called after six."`,
      },
      { description: "Read them", command: `waypost contacts note ${EXAMPLE_ID}` },
    ],
    exitCodes: refusals,
    load: () => import("./note.ts"),
  }),
  defineCommand({
    path: "contacts consent",
    summary: "Say what a contact consents to, or list it",
    description: "Say what a contact consents to. Messages are refused while whatsapp is denied.",
    output: "The consent, or one line a channel.",
    shape: consentShape,
    writes: true,
    examples: [
      {
        description: "Granted for a year",
        command: `waypost contacts consent ${EXAMPLE_ID} --channel whatsapp --state granted --source form --expires 365d`,
      },
      { description: "What was said", command: `waypost contacts consent ${EXAMPLE_ID}` },
    ],
    exitCodes: refusals,
    load: () => import("./consent.ts"),
  }),
  defineCommand({
    path: "contacts suppress",
    summary: "Send a contact nothing more, lift that, or list it",
    output: "The suppression, or one line a channel; nothing with --lift.",
    shape: suppressShape,
    writes: true,
    examples: [
      {
        description: "Until further notice",
        command: `waypost contacts suppress ${EXAMPLE_ID} --reason complained`,
      },
      { description: "Not any more", command: `waypost contacts suppress ${EXAMPLE_ID} --lift` },
    ],
    exitCodes: refusals,
    load: () => import("./suppress.ts"),
  }),
];
