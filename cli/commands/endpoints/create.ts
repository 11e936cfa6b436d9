import { change } from "../../lib/actions/change.ts";
import { command } from "../../lib/command/command.ts";
import { given } from "../../lib/values/given.ts";
import { endpointColumns } from "./columns.ts";
import { endpointFieldOptions, endpointFields } from "./fields.ts";
import { givenSecret, KEEP_SECRET, secretColumn, secretOption } from "./secret.ts";

export const createEndpoint = command({
  path: "endpoints create",
  summary: "Register a webhook endpoint",
  description:
    "Register a webhook endpoint, by default for all events of all channels. Its signing secret is shown only this once.",
  output: "The new endpoint's record; `secret` is the signing secret.",
  arguments: { address: { description: "https address that events are posted to" } },
  options: {
    ...endpointFieldOptions,
    format: { value: "name", description: "Form of its events; `waypost` by default" },
    "verify-token": { value: "text", description: "What the receiver expects, where the form verifies it" },
    ...secretOption,
  },
  writes: true,
  examples: [
    {
      description: "New messages with their text and who wrote them",
      command:
        "waypost endpoints create https://example.com/hook --events message.new --include message,contact",
    },
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
    const { format, "verify-token": verifyToken } = options;
    const body = {
      url: address,
      ...endpointFields(options),
      ...given({ format, verify_token: verifyToken, secret: await givenSecret(options.secret) }),
    };
    const columns = [secretColumn, ...endpointColumns];
    await change(cli, "POST /v1/settings/developer/webhooks/endpoints", { body }, columns, KEEP_SECRET);
  },
});
