import { submit } from "../../lib/actions/submit.ts";
import type { Input } from "../../lib/command/command.ts";
import { readJsonObject } from "../../lib/input/json-input.ts";
import type { settingsShape } from "./detail-definitions.ts";
import { settingsColumns } from "./view.ts";

/** Shows the settings of contacts, or changes them. */
export async function run({ cli, options }: Input<typeof settingsShape>): Promise<void> {
  if (options.file === undefined) {
    const client = await cli.client();
    return await cli.output.record(await client.call("GET /v1/settings/contacts", {}), settingsColumns);
  }
  const body = await readJsonObject("file", options.file);
  const settings = await submit(cli, "PATCH /v1/settings/contacts", { body });
  if (settings !== undefined) await cli.output.record(settings, settingsColumns);
}
