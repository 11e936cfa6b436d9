import { submit } from "../../lib/actions/submit.ts";
import type { Delivery, Triggered } from "../../lib/api/types/webhooks.ts";
import type { Input } from "../../lib/command/command.ts";
import type { Column } from "../../lib/output/table.ts";
import { failedDelivery, waitForDeliveries } from "../deliveries/wait.ts";
import type { triggerShape } from "./definitions.ts";

const columns: Column<Triggered>[] = [
  { title: "webhook id", value: (triggered) => triggered.message_id },
  { title: "event", value: (triggered) => triggered.event_type },
  { title: "endpoints", value: ({ data }) => (data.length === 0 ? "none" : data.map(describe)) },
];

/** Triggers a test event; with --wait shows how the endpoints answered. */
export async function run({
  cli,
  arguments: { event },
  options: { wait },
}: Input<typeof triggerShape>): Promise<void> {
  const body = { event_type: event };
  const triggered = await submit(cli, "POST /v1/settings/developer/webhooks/trigger", { body });
  if (triggered === undefined) return;
  const client = await cli.client();
  const data = wait ? await waitForDeliveries(cli, client, triggered.data) : triggered.data;
  await cli.output.record({ ...triggered, data }, columns);
  const reason = wait ? data.map(failedDelivery).find((one) => one !== null) : undefined;
  if (reason) throw reason;
}

function describe({ endpoint_id, status, response_status, error, duration_ms }: Delivery): string {
  if (status === "pending") return endpoint_id;
  return `${endpoint_id} ${response_status ?? error} (${duration_ms} ms)`;
}
