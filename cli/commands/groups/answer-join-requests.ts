import { printRows } from "../../lib/actions/list.ts";
import { submit } from "../../lib/actions/submit.ts";
import type { Cli } from "../../lib/command/cli.ts";
import { usageFailure } from "../../lib/failures/failure.ts";
import { answeredColumns } from "./columns.ts";
import { groupPath } from "./path.ts";

/** Approves or rejects requests to join a group, and prints the result of each. */
export async function answerJoinRequests(
  cli: Cli,
  action: "approve" | "reject",
  group: string,
  { channel, request: requests }: { channel: string | undefined; request: string[] },
): Promise<void> {
  if (requests.length === 0) throw usageFailure("no request is named", "Give --request once for each.");
  const path = await groupPath(cli, channel, group);
  const route = "POST /v1/channels/{id}/groups/{group_id}/join_requests";
  const answered = await submit(cli, route, { path, body: { action, requests } });
  if (answered !== undefined) await printRows(cli, answered, answeredColumns);
}
