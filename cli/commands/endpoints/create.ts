import { change } from "../../lib/actions/change.ts";
import { command } from "../../lib/command/command.ts";
import { endpointColumns } from "./columns.ts";
import { endpointFieldOptions, endpointFields } from "./fields.ts";
import { KEEP_SECRET, secretColumn } from "./secret.ts";

export const createEndpoint = command({
  path: "endpoints create",
  summary: "Register a webhook endpoint",
  description:
    "Register a webhook endpoint, by default for all events of all channels. Its signing secret is shown only this once.",
  output: "The new endpoint's record; `secret` is the signing secret.",
  arguments: { address: { description: "https address that events are posted to" } },
  options: endpointFieldOptions,
  writes: true,
  examples: [
    {
      description: "Status changes and new messages",
      command: "waypost endpoints create https://example.com/hook --events message.new,message.status_update",
    },
    {
      description: "Keep only the secret",
      command: "waypost endpoints create https://example.com/hook --json | jq -r .secret",
    },
  ],
  async run({ cli, arguments: { address }, options }) {
    const body = { url: address, ...endpointFields(options) };
    const columns = [secretColumn, ...endpointColumns];
    await change(cli, "POST /v1/settings/developer/webhooks/endpoints", { body }, columns, KEEP_SECRET);
  },
});
