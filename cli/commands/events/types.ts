import type { EventType } from "../../lib/api/types/webhooks.ts";
import type { Input } from "../../lib/command/command.ts";
import type { Column } from "../../lib/output/table.ts";
import type { typesShape } from "./definitions.ts";

const columns: Column<EventType>[] = [
  { title: "type", value: ({ type }) => type },
  { title: "when", value: ({ description }) => description },
];

/** Lists every event type there is; as JSON with the schema and an example of each body. */
export async function run({ cli }: Input<typeof typesShape>): Promise<void> {
  const client = await cli.client();
  const { events = [] } = await client.call("GET /v1/settings/developer/webhooks", {});
  if (cli.output.format === "json") await cli.output.json({ data: events });
  else await cli.output.rows(events, columns);
}
