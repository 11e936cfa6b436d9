import { transfer } from "../../lib/api/transfer.ts";
import type { Input } from "../../lib/command/command.ts";
import { parseTime } from "../../lib/values/duration.ts";
import { saveFile } from "../media/save-file.ts";
import type { exportShape } from "./file-definitions.ts";
import { formatOf } from "./import-plan.ts";

/** Writes contacts to a file, or to standard output, as they come. */
export async function run({ cli, arguments: { file }, options }: Input<typeof exportShape>): Promise<void> {
  const { q, tag, source, "updated-after": after } = options;
  const response = await transfer(await cli.settings(), {
    route: "GET /v1/contacts/export",
    query: {
      format: options.format ?? (file === undefined ? "csv" : (formatOf(file) ?? "csv")),
      ...(q === undefined ? {} : { q }),
      ...(tag === undefined ? {} : { tag }),
      ...(source === undefined ? {} : { external_source: source }),
      ...(after === undefined ? {} : { updated_after: parseTime(after, -1) }),
    },
    timeoutMs: cli.timeoutMs,
    spinner: cli.spinner,
  });
  if (file === undefined) return await cli.output.bytes(response.body ?? new ReadableStream());
  await saveFile(cli, response, file, "Exporting");
  cli.output.note(`Wrote ${file}.`);
}
