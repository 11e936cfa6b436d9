import type { Channel } from "../../lib/api/types/channels.ts";
import type { Cli } from "../../lib/command/cli.ts";
import { listChoices } from "../../lib/command/resources.ts";
import { usageFailure } from "../../lib/failures/failure.ts";
import { canPick, pickOf } from "../../ui/pick.ts";

/**
 * The id of the channel that the project names, of the only one there is, or of the one that is chosen on a
 * terminal. With none, or several and nobody to ask, a usage failure that lists
 * them.
 */
export async function findChannel(cli: Cli): Promise<string> {
  if (cli.project?.channel !== undefined) return cli.project.channel;
  const { data, meta } = await (await cli.client()).call("GET /v1/channels", { query: {} });
  const [first, ...others] = data;
  if (first === undefined)
    throw usageFailure("there is no channel yet", "Add one: waypost channels create --help");
  if (others.length === 0 && meta.next_cursor === null) return first.id;
  if (canPick(cli)) return await pickOf(cli, "Channel", await listChoices(cli, "channels"));
  const lines = data.map((channel) => `  ${describe(channel)}`);
  const more = meta.next_cursor === null ? [] : ["  …"];
  throw usageFailure("there are several channels; choose one with --channel", [...lines, ...more].join("\n"));
}

function describe({ id, name, phone_number, platform, status }: Channel): string {
  return [id, name, phone_number, platform, status].filter((part) => part).join("  ");
}
