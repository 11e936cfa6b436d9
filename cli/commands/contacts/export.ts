import { transfer } from "../../lib/api/transfer.ts";
import { command } from "../../lib/command/command.ts";
import { usageFailure } from "../../lib/failures/failure.ts";
import { ago } from "../../lib/values/duration.ts";
import { given } from "../../lib/values/given.ts";
import { saveFile } from "../media/save-file.ts";
import { exportFormats } from "./import/options.ts";
import { formatOf } from "./import/plan.ts";
import { rawOption } from "./raw-option.ts";

export const exportContacts = command({
  path: "contacts export",
  summary: "Export contacts to a file",
  output: "The contacts as CSV, NDJSON or vCard; nothing when a file is named.",
  arguments: {
    file: { description: "Where to write it (default, and `-`: standard output)", optional: true },
  },
  options: {
    format: {
      value: "format",
      choices: exportFormats,
      description: "Format to write (default: by the file's name, else csv)",
    },
    q: { value: "words", description: "Only those with these words" },
    tag: { value: "name", of: "tags", description: "Only those with this tag" },
    source: { value: "name", description: "Only those from this external system" },
    since: { value: "time", description: "Only those changed since: 2h, 7d (ago) or a date" },
    raw: rawOption,
  },
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
  async run({ cli, arguments: { file }, options }) {
    const { format, q, tag, source, since, raw } = options;
    const response = await transfer(await cli.settings(), {
      route: "GET /v1/contacts/export",
      query: {
        format: format ?? formatNamed(file),
        ...given({ q, tag, external_source: source, updated_after: ago(since), raw: raw || undefined }),
      },
      timeoutMs: cli.timeoutMs,
      spinner: cli.spinner,
    });
    await saveFile(cli, response, file, "Exporting");
  },
});

/** The format by a file's name; CSV when it has none. */
function formatNamed(file: string | undefined): (typeof exportFormats)[number] {
  const named = file === undefined ? undefined : formatOf(file);
  if (named === "xlsx" || named === "ods")
    throw usageFailure(
      `contacts are not exported as .${named}`,
      "Export them as .csv, which spreadsheet programs open.",
    );
  return named ?? "csv";
}
