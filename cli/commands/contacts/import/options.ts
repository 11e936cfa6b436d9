import type { OptionValues } from "../../../lib/command/definition.ts";

/** What an import or an export can be of. */
export const fileFormats = ["csv", "ndjson", "vcard"] as const;

export const importOptions = {
  format: { value: "format", choices: fileFormats, description: "What the file is (default: by its name)" },
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
} as const;

export type ImportOptions = OptionValues<typeof importOptions>;
