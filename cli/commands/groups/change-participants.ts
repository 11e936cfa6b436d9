import { printRows } from "../../lib/actions/list.ts";
import { submit } from "../../lib/actions/submit.ts";
import type { Cli } from "../../lib/command/cli.ts";
import { outcomeColumns } from "./columns.ts";
import { groupPath, participantsOf } from "./path.ts";

/** Changes participants of a group, and prints the result of each. */
export async function changeParticipants(
  cli: Cli,
  action: "add" | "remove" | "promote" | "demote",
  group: string,
  options: { channel: string | undefined; participant: string[] },
): Promise<void> {
  const participants = participantsOf(options.participant);
  const path = await groupPath(cli, options.channel, group);
  const route = "POST /v1/channels/{id}/groups/{group_id}/participants";
  const outcomes = await submit(cli, route, { path, body: { action, participants } });
  if (outcomes !== undefined) await printRows(cli, outcomes, outcomeColumns);
}
