import type { Channel } from "../../lib/api/types/channels.ts";
import type { Cli } from "../../lib/command/cli.ts";
import { listChoices } from "../../lib/command/resources.ts";
import { usageFailure } from "../../lib/failures/failure.ts";
import { canPick, pickOf } from "../../ui/pick.ts";

/** Advice when there is no channel of a platform. */
const ADD: Record<Channel["platform"], string> = {
  whatsapp_official: "Add one: waypost channels create --help",
  whatsapp_unofficial: "Pair a number: waypost channels pair --name NAME",
};

/**
 * The id of the channel that the project names, of the only one there is, or of the one that is chosen on a
 * terminal; of those of a platform, if only they will do. With none, or several and nobody to ask, a usage failure
 * that lists them.
 */
export async function findChannel(cli: Cli, platform?: Channel["platform"]): Promise<string> {
  if (cli.project?.channel !== undefined) return cli.project.channel;
  const { data: all, meta } = await (await cli.client()).call("GET /v1/channels", { query: {} });
  const data = all.filter((channel) => platform === undefined || channel.platform === platform);
  const [first, ...others] = data;
  if (first === undefined && meta.next_cursor === null)
    throw usageFailure(
      platform === undefined ? "there is no channel yet" : `there is no ${platform} channel yet`,
      ADD[platform ?? "whatsapp_official"],
    );
  if (first !== undefined && others.length === 0 && meta.next_cursor === null) return first.id;
  if (canPick(cli)) {
    const choices = await listChoices(cli, "channels");
    return await pickOf(
      cli,
      "Channel",
      choices.filter(({ id }) => data.some((channel) => channel.id === id)),
    );
  }
  const lines = data.map((channel) => `  ${describe(channel)}`);
  const more = meta.next_cursor === null ? [] : ["  …"];
  throw usageFailure("there are several channels; choose one with --channel", [...lines, ...more].join("\n"));
}

function describe({ id, name, phone_number, platform, status }: Channel): string {
  return [id, name, phone_number, platform, status].filter((part) => part).join("  ");
}
