import { submit } from "../../lib/actions/submit.ts";
import type { Input } from "../../lib/command/command.ts";
import { readJsonObject } from "../../lib/input/json-input.ts";
import type { updateShape } from "./definitions.ts";
import { templateDetails } from "./view.ts";

/** Changes a template; of one that was submitted the changes become its draft. */
export async function run({ cli, arguments: { id }, options }: Input<typeof updateShape>): Promise<void> {
  const body = await readJsonObject("file", options.file);
  const template = await submit(cli, "PATCH /v1/templates/{id}", { path: { id }, body });
  if (template !== undefined) await cli.output.record(template, templateDetails);
}
