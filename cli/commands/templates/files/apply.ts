import { join } from "node:path";
import type { NewTemplate, Template } from "../../../lib/api/types/templates.ts";
import type { Cli } from "../../../lib/command/cli.ts";
import { ExitCode } from "../../../lib/failures/exit-codes.ts";
import { Failure } from "../../../lib/failures/failure.ts";
import { uploadFile } from "../../media/upload-file.ts";
import type { Filed } from "./compare.ts";
import { exampleFile, headersWithFiles } from "./parts.ts";
import type { Step } from "./plan.ts";

type Component = NewTemplate["components"][number];

/** The result of a step: the template as it is now (null: there is none), or why it was refused. */
export type Applied = { template: Template | null; refusal: Failure | null };

/** Does a step. A refusal by the API or Meta is returned, so that the others continue; else it rejects. */
export async function applyStep(cli: Cli, step: Step, channelId: string): Promise<Applied> {
  try {
    return { template: await apply(cli, step, channelId), refusal: null };
  } catch (error) {
    const passes = error instanceof Failure && error.exitCode === ExitCode.refused;
    if (!passes) throw error;
    return { template: step.pair.known, refusal: error };
  }
}

async function apply(cli: Cli, step: Step, channelId: string): Promise<Template | null> {
  switch (step.action) {
    case "create":
      return await submit(cli, await draft(cli, step.pair, channelId));
    case "edit":
      return await submit(cli, await change(cli, step.pair.filed, step.pair.known));
    case "delete": {
      await (await cli.client()).call("DELETE /v1/templates/{id}", { path: { id: step.pair.known.id } });
      return null;
    }
    default:
      return step.pair.known;
  }
}

/** A draft that an earlier push left is gone on with. */
async function draft(
  cli: Cli,
  { filed, known, changes }: Extract<Step, { action: "create" }>["pair"],
  channel_id: string,
): Promise<Template> {
  if (known !== null && changes.length === 0 && headersWithFiles(filed.template.components).length === 0)
    return known;
  if (known !== null) return await change(cli, filed, known);
  const { name, language, category, parameter_format } = filed.template;
  const components = await componentsOf(cli, filed);
  const body = {
    ...{ channel_id, name, language, category, components },
    ...(parameter_format === undefined ? {} : { parameter_format }),
  };
  return await (await cli.client()).call("POST /v1/templates", { body });
}

async function change(cli: Cli, filed: Filed, { id, status, category: theirs }: Template): Promise<Template> {
  const { category, parameter_format = "POSITIONAL", allow_category_change: allow } = filed.template;
  const body = {
    components: await componentsOf(cli, filed),
    category: allow === true && status !== "draft" ? theirs : category,
    ...(status === "draft" ? { parameter_format } : {}),
  };
  return await (await cli.client()).call("PATCH /v1/templates/{id}", { path: { id }, body });
}

async function submit(cli: Cli, { id }: Template): Promise<Template> {
  return await (await cli.client()).call("POST /v1/templates/{id}/submit", { path: { id } });
}

/** Components as the API takes them: the example files are uploaded first. */
async function componentsOf(cli: Cli, { folder, template }: Filed): Promise<Component[]> {
  const components = structuredClone(template.components);
  for (const header of headersWithFiles(components)) {
    const { id } = await uploadFile(cli, { source: join(folder, exampleFile(header) ?? "") });
    header.example = { media_id: id };
  }
  return components.map((part) => ({ ...part, type: String(part.type) }));
}
