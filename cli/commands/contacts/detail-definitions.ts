import { pagingOptions } from "../../lib/actions/paging.ts";
import { defineCommand } from "../../lib/command/command.ts";
import { ExitCode } from "../../lib/failures/exit-codes.ts";
import { yesOption } from "../../lib/input/agree.ts";
import { upsertShape } from "./definitions.ts";

const refusals = [ExitCode.refused, ExitCode.unreachable] as const;
const EXAMPLE_ID = "ct_01J8Z3W6YB2Q4V5N7M8P9R0S1T";
const contact = { description: "Contact: its id, or its number in any form" } as const;
const { tag: _, ...fields } = upsertShape.options;

export const updateShape = { arguments: { contact }, options: fields } as const;
export const identitiesShape = { arguments: { contact }, options: {} } as const;
export const historyShape = { arguments: { contact }, options: pagingOptions } as const;
export const mergeShape = {
  arguments: { contact, other: { description: "Contact that becomes part of it: its id or its number" } },
  options: yesOption,
} as const;
export const settingsShape = {
  arguments: {},
  options: {
    file: { value: "json", description: "Settings to change: a file, JSON, or `-`; absent: show them" },
  },
} as const;

/** What contacts are known by, and the settings of all of them. */
export const contactDetailCommands = [
  defineCommand({
    path: "contacts update",
    summary: "Change one contact",
    description:
      "Change one contact. What is not given stays; custom fields are merged. A new number, e-mail address or external id takes the place of the one there was.",
    output: "The contact's record.",
    shape: updateShape,
    writes: true,
    examples: [
      {
        description: "A new number",
        command: `waypost contacts update ${EXAMPLE_ID} --phone '+1 415 555 0199'`,
      },
    ],
    exitCodes: refusals,
    load: () => import("./update.ts"),
  }),
  defineCommand({
    path: "contacts identities",
    summary: "List what a contact is known by",
    output: "One line an identity: type, value, source, verified, id.",
    shape: identitiesShape,
    examples: [{ description: "All of them", command: `waypost contacts identities ${EXAMPLE_ID}` }],
    exitCodes: refusals,
    load: () => import("./identities.ts"),
  }),
  defineCommand({
    path: "contacts history",
    summary: "List how a contact's identities changed",
    output: "One line a change, newest first: time, what, its details as JSON, id.",
    shape: historyShape,
    examples: [{ description: "Everything", command: `waypost contacts history ${EXAMPLE_ID} --all` }],
    exitCodes: refusals,
    load: () => import("./history.ts"),
  }),
  defineCommand({
    path: "contacts merge",
    summary: "Make another contact part of a contact",
    description:
      "Make another contact part of a contact, which can't be undone. Conversations, orders, identities, notes and tags come over; of consents and suppressions the stricter one stays.",
    output: "The contact's record.",
    shape: mergeShape,
    writes: true,
    examples: [
      {
        description: "The same person twice",
        command: `waypost contacts merge ${EXAMPLE_ID} ct_01J8Z3W6YB2Q4V5N7M8P9R0S1V --yes`,
      },
    ],
    exitCodes: refusals,
    load: () => import("./merge.ts"),
  }),
  defineCommand({
    path: "contacts settings",
    summary: "Show or change the settings of contacts",
    description:
      "Show or change the settings of contacts: the country of numbers without a code, and the words that stop and start messages.",
    output: "The settings: default country, opt-out, its languages.",
    shape: settingsShape,
    writes: true,
    examples: [
      { description: "What they are", command: "waypost contacts settings --json" },
      {
        description: "Numbers without a country code are German",
        command: `waypost contacts settings --file '{"default_country":"DE"}'`,
      },
    ],
    exitCodes: refusals,
    load: () => import("./settings.ts"),
  }),
];
