import { remove } from "../../../lib/actions/remove.ts";
import { command } from "../../../lib/command/command.ts";
import { yesOption } from "../../../lib/input/agree.ts";

export const deletePipeline = command({
  path: "crm delete-pipeline",
  summary: "Delete a pipeline that no deal is in",
  output: "Nothing.",
  arguments: { pipeline: { of: "pipelines", description: "The pipeline" } },
  options: yesOption,
  writes: true,
  examples: [
    {
      description: "Delete one",
      command: "waypost crm delete-pipeline pip_01JDB2M5S8V0ZC3K7Q2M4N6P92 --yes",
    },
  ],
  async run({ cli, arguments: { pipeline }, options: { yes } }) {
    const path = { id: pipeline };
    await remove(cli, "DELETE /v1/crm/pipelines/{id}", { path, yes, question: `Delete ${pipeline}?` });
  },
});
