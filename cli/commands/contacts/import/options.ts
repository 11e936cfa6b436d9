import type { OptionValues } from "../../../lib/command/definition.ts";

export const exportFormats = ["csv", "ndjson", "vcard"] as const;

export const importFormats = [...exportFormats, "xlsx", "ods"] as const;

export const importOptions = {
  format: {
    value: "format",
    choices: importFormats,
    description: "Format of the file (default: by its name)",
  },
  sheet: { value: "name", description: "Sheet of a spreadsheet (default: the first)" },
  column: {
    value: "heading=field",
    repeat: true,
    description: "Field for a column: phone_number, name, email, custom_fields.<key>, ignore, ...",
  },
  set: {
    value: "field=value",
    repeat: true,
    description: "Value for contacts where the file has none, such as external_source=shop",
  },
  country: {
    value: "code",
    description: "Country of phone numbers without a country code, such as DE (default: that of most others)",
  },
  encoding: {
    value: "name",
    description: "Encoding of the file, such as utf-8, windows-1252 or shift_jis (default: detected)",
  },
  "on-error": {
    value: "way",
    choices: ["skip", "stop"],
    description: "Skip invalid records (the default), or stop at the first",
  },
  "dry-run": { description: "Write nothing, and count what would be written" },
  strict: { description: "Exit with 5 if any record or value was refused" },
  refused: {
    value: "path",
    description: "Write refused lines there, with the reasons, so that you can correct and import them",
  },
  detach: { description: "Don't wait for the end" },
  yes: { description: "Don't ask" },
} as const;

export type ImportOptions = OptionValues<typeof importOptions>;
