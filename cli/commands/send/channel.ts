import type { Channel } from "../../lib/api-types.ts";
import type { Client } from "../../lib/client.ts";
import { usageFailure } from "../../lib/failure.ts";

/** The id of the only channel there is; with none or several a usage failure that lists them. */
export async function onlyChannel(client: Client): Promise<string> {
  const { data, meta } = await client.call("GET /v1/channels", { query: {} });
  const [first, ...others] = data;
  if (first === undefined)
    throw usageFailure("there is no channel yet", "Add one: waypost channels create --help");
  if (others.length === 0 && meta.next_cursor === null) return first.id;
  const lines = data.map((channel) => `  ${describe(channel)}`);
  const more = meta.next_cursor === null ? [] : ["  …"];
  throw usageFailure("there are several channels; say which with --channel", [...lines, ...more].join("\n"));
}

function describe({ id, name, phone_number, platform, status }: Channel): string {
  return [id, name, phone_number, platform, status].filter((part) => part).join("  ");
}
