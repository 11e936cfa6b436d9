import { submit } from "../../lib/actions/submit.ts";
import type { NewTemplate } from "../../lib/api/types/api.ts";
import type { Input } from "../../lib/command/command.ts";
import { readJsonObject } from "../../lib/input/json-input.ts";
import { findChannel } from "../send/channel.ts";
import type { createShape } from "./definitions.ts";
import { templateDetails } from "./view.ts";

type Definition = Omit<NewTemplate, "channel_id"> & Partial<NewTemplate>;

/** Creates a template from its definition, and submits it on request. */
export async function run({ cli, options }: Input<typeof createShape>): Promise<void> {
  // The daemon judges what the file says.
  const definition = (await readJsonObject("file", options.file)) as Definition;
  const channel_id = options.channel ?? definition.channel_id ?? (await findChannel(cli));
  const created = await submit(cli, "POST /v1/templates", { body: { ...definition, channel_id } });
  if (created === undefined) return;
  const path = { id: created.id };
  const template = options.submit ? await submit(cli, "POST /v1/templates/{id}/submit", { path }) : created;
  await cli.output.record(template ?? created, templateDetails);
}
