import type { KeyAgent } from "../../../db/auth/api-keys.ts";
import { findChannel } from "../../../db/channels/channels.ts";
import type { Queryable } from "../../../db/connection/client.ts";
import { unfit } from "./unfit.ts";

export type ApproverDependencies = {
  sql: Queryable;
  /** Whether numbers on a platform can ask for approvals, which is up to how it takes buttons. */
  mayAsk: (platform: string) => boolean;
};

/** Throws 422 where nobody would be asked for approvals, or by a number whose buttons can't prove who pressed them. */
export async function refuseUnfitApprover(
  { sql, mayAsk }: ApproverDependencies,
  organizationId: string,
  { approval = "never", approval_to }: KeyAgent,
): Promise<void> {
  if (approval_to === undefined) return;
  if (approval === "never")
    throw unfit("/agent/approval_to", "goes with the approval `new_people` or `always`");
  const path = "/agent/approval_to/channel_id";
  const channel = await findChannel(sql, organizationId, approval_to.channel_id);
  if (channel === null) throw unfit(path, `there is no channel ${approval_to.channel_id}`);
  if (mayAsk(channel.platform)) return;
  throw unfit(path, "is a paired number, on which a typed text counts as a press; name an official number");
}
