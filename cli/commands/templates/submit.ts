import { submit } from "../../lib/actions/submit.ts";
import type { Input } from "../../lib/command/command.ts";
import type { submitShape } from "./definitions.ts";
import { templateDetails } from "./view.ts";

/** Submits a template for approval. */
export async function run({ cli, arguments: { id } }: Input<typeof submitShape>): Promise<void> {
  const template = await submit(cli, "POST /v1/templates/{id}/submit", { path: { id } });
  if (template !== undefined) await cli.output.record(template, templateDetails);
}
