import { printRows } from "../../../lib/actions/list.ts";
import { command } from "../../../lib/command/command.ts";
import { pairedChannel } from "../arguments.ts";
import { labelColumns } from "./columns.ts";

export const listLabels = command({
  path: "channels labels list",
  summary: "List the labels of a number in the WhatsApp Business app",
  description:
    "List the labels that a paired number has in the WhatsApp Business app. A label is a tag of the number's conversations, here and on the phone.",
  output: "One line for each label: id, name.",
  arguments: pairedChannel,
  examples: [
    { description: "All of them", command: "waypost channels labels list ch_01J8Z3W6YB2Q4V5N7M8P9R0S1T" },
  ],
  async run({ cli, arguments: path }) {
    const client = await cli.client();
    const labels = await client.call("GET /v1/channels/{id}/labels", { path });
    await printRows(cli, labels, labelColumns);
    if (cli.output.format === "json" || labels.data.length > 0) return;
    cli.output.note(labels.available ? "None." : "None: this number is not in the WhatsApp Business app.");
  },
});
