import { defineCommand } from "../../lib/command/command.ts";
import { ExitCode } from "../../lib/failures/exit-codes.ts";

const refusals = [ExitCode.refused, ExitCode.unreachable] as const;
const formats = ["csv", "ndjson", "vcard"] as const;

export const importShape = {
  arguments: { file: { description: "The file; `-` is standard input, which needs --format" } },
  options: {
    format: { value: "format", choices: formats, description: "What the file is (default: by its name)" },
    map: {
      value: "heading=field",
      repeat: true,
      description: "What a column is for: phone_number, name, email, custom_fields.<key>, ignore, ...",
    },
    country: { value: "code", description: "Of phone numbers without a country code, such as DE" },
    encoding: { value: "name", description: "utf-8, utf-16 or latin1 (default: by the file's beginning)" },
    "on-error": {
      value: "way",
      choices: ["skip", "stop"],
      description: "Skip records that are wrong (the default), or stop at the first",
    },
    "dry-run": { description: "Write nothing; count what would be" },
    strict: { description: "Exit with 5 when any record was refused" },
    refused: { value: "path", description: "Write the refused lines there, with their reasons, as CSV" },
    detach: { description: "Don't wait for the end" },
    yes: { description: "Don't ask" },
  },
} as const;

export const exportShape = {
  arguments: { file: { description: "Where to; absent: standard output", optional: true } },
  options: {
    format: {
      value: "format",
      choices: formats,
      description: "What to write (default: by the file's name, else csv)",
    },
    q: { value: "words", description: "Only those that hold these words" },
    tag: { value: "name", description: "Only those with this tag" },
    source: { value: "name", description: "Only those from this external system" },
    "updated-after": { value: "time", description: "Only those changed since: 2h, 7d (ago) or a date" },
  },
} as const;

/** Contacts from files, and into them. */
export const contactFileCommands = [
  defineCommand({
    path: "contacts import",
    summary: "Import contacts from a file",
    description:
      "Import contacts from a CSV, NDJSON or vCard file of any size. Shows what each column is for and what comes of the first records, sends the file, and follows the import; it goes on when this command is interrupted.",
    output: "The import's record: its counts, and where it stands.",
    shape: importShape,
    examples: [
      {
        description: "See what would come of it",
        command: "waypost contacts import customers.csv --dry-run",
      },
      {
        description: "Say what the columns are for, and keep what is refused",
        command:
          "waypost contacts import customers.csv --map 'Tel.=phone_number' --map Branch=custom_fields.branch --country DE --refused refused.csv",
      },
      {
        description: "In a script, wrong records being an error",
        command: "waypost contacts import contacts.ndjson --yes --strict",
      },
    ],
    exitCodes: [...refusals, ExitCode.failed, ExitCode.timeout],
    load: () => import("./import.ts"),
  }),
  defineCommand({
    path: "contacts export",
    summary: "Export contacts to a file",
    output: "The contacts as CSV, NDJSON or vCard; nothing when a file is named.",
    shape: exportShape,
    examples: [
      { description: "All of them", command: "waypost contacts export contacts.csv" },
      {
        description: "Those with a tag, for an address book",
        command: "waypost contacts export vip.vcf --tag vip",
      },
      {
        description: "Into a program",
        command: "waypost contacts export --format ndjson | jq .phone_number",
      },
    ],
    exitCodes: refusals,
    load: () => import("./export.ts"),
  }),
];
