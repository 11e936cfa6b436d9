import type { OptionValues } from "../../../lib/command/definition.ts";

/** What an import or an export can be of. */
export const fileFormats = ["csv", "ndjson", "vcard"] as const;

export const importOptions = {
  format: { value: "format", choices: fileFormats, description: "What the file is (default: by its name)" },
  column: {
    value: "heading=field",
    repeat: true,
    description: "What a column is for: phone_number, name, email, custom_fields.<key>, ignore, ...",
  },
  set: {
    value: "field=value",
    repeat: true,
    description: "What every contact gets where the file says nothing else, such as external_source=shop",
  },
  country: { value: "code", description: "Of phone numbers without a country code, such as DE" },
  encoding: {
    value: "name",
    description: "Such as utf-8, windows-1252 or shift_jis (default: found from the file)",
  },
  "on-error": {
    value: "way",
    choices: ["skip", "stop"],
    description: "Skip records that are wrong (the default), or stop at the first",
  },
  "dry-run": { description: "Write nothing; count what would be" },
  strict: { description: "Exit with 5 when any record was refused" },
  refused: {
    value: "path",
    description: "Write the lines with something wrong there, with the reasons, to be corrected and imported",
  },
  detach: { description: "Don't wait for the end" },
  yes: { description: "Don't ask" },
} as const;

export type ImportOptions = OptionValues<typeof importOptions>;
