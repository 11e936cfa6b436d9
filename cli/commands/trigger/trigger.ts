import { submit } from "../../lib/actions/submit.ts";
import type { Delivery, Triggered } from "../../lib/api/types/webhooks.ts";
import { command } from "../../lib/command/command.ts";
import { API_EXIT_CODES, ExitCode } from "../../lib/failures/exit-codes.ts";
import type { Column } from "../../lib/output/column.ts";
import { membersOf } from "../../lib/values/members.ts";
import { failedDelivery, waitForDeliveries } from "../deliveries/wait.ts";

const columns: Column<Triggered>[] = [
  { title: "webhook id", value: (triggered) => triggered.message_id },
  { title: "event", value: (triggered) => triggered.event_type },
  { title: "endpoints", value: ({ data }) => (data.length === 0 ? "none" : data.map(describe)) },
];

export const trigger = command({
  path: "trigger",
  summary: "Trigger a test event",
  description:
    'Trigger a test event: a realistic body with `"test": true`, sent to every endpoint that subscribes to it, and to `waypost listen`. Nothing else changes.',
  output:
    "The webhook-id, the event type, and one value for each endpoint: its id and, with --wait, its response.",
  arguments: { event: { of: "eventTypes", description: "Event type, for example message.new" } },
  options: {
    override: {
      value: "name=value",
      repeat: true,
      description:
        "Field of the body to change: from_phone=4915112345678, error[code]=expired; may be repeated",
    },
    wait: { description: "Wait for the endpoints' responses, at most --timeout (default 20s)" },
  },
  writes: true,
  examples: [
    { description: "A message comes in", command: "waypost trigger message.new" },
    {
      description: "A message failed",
      command:
        "waypost trigger message.status_update --override status=failed --override error[code]=expired",
    },
    {
      description: "And all endpoints must accept it",
      command: "waypost trigger message.status_update --wait",
    },
  ],
  exitCodes: [...API_EXIT_CODES, ExitCode.failed, ExitCode.timeout],
  async run({ cli, arguments: { event }, options: { override, wait } }) {
    const overrides = membersOf({ option: "override", fields: override });
    const body = { event_type: event, ...(override.length > 0 ? { overrides } : {}) };
    const triggered = await submit(cli, "POST /v1/settings/developer/webhooks/trigger", { body });
    if (triggered === undefined) return;
    const client = await cli.client();
    const data = wait ? await waitForDeliveries(cli, client, triggered.data) : triggered.data;
    await cli.output.record({ ...triggered, data }, columns);
    const reason = wait ? data.map(failedDelivery).find((one) => one !== null) : undefined;
    if (reason) throw reason;
  },
});

function describe({ endpoint_id, status, response_status, error, duration_ms }: Delivery): string {
  if (status === "pending") return endpoint_id;
  return `${endpoint_id} ${response_status ?? error} (${duration_ms} ms)`;
}
