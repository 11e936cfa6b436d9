import { objects } from "../../../lib/objects.ts";
import type { Addressee, CallOutcome, NumberAccess } from "../../management.ts";
import type { Graph } from "../graph.ts";
import { field } from "../inbound/values.ts";
import { manage } from "../management.ts";

const WHY = {
  block: "only people who wrote to the number in the last 24 hours can be blocked, and no businesses",
  unblock: "they are not blocked, or it knows nobody by this number",
};

/** Of the whole request; the reasons of each person are in a list beside it. */
const SOME_FAILED = "139100";

/**
 * Blocks a person, or unblocks them. Meta says of somebody it does not block only that it failed, so the error names its
 * conditions. Source: Meta, "Block users": `POST` and `DELETE /{number}/block_users`, with `failed_users`.
 */
export async function setBlocked(
  graph: Graph,
  { phoneNumberId, accessToken }: NumberAccess,
  { phone, userId }: Addressee,
  blocked: boolean,
): Promise<CallOutcome<null>> {
  const body = { messaging_product: "whatsapp", block_users: [{ user: phone ?? userId }] };
  const outcome = await manage(
    graph,
    { method: blocked ? "POST" : "DELETE", path: `/${phoneNumberId}/block_users`, accessToken, body },
    ({ block_users }) => objects(field(block_users, "failed_users")).length === 0,
  );
  if (outcome.kind === "unavailable") return outcome;
  if (outcome.kind === "done" ? outcome.value : outcome.error.provider_code !== SOME_FAILED)
    return outcome.kind === "done" ? { kind: "done", value: null } : outcome;
  const verb = blocked ? "block" : "unblock";
  const detail = `Meta did not ${verb} them: ${WHY[verb]}`;
  const error = {
    code: "block_refused",
    title: detail,
    detail,
    provider_code: SOME_FAILED,
    retryable: false,
  };
  return { kind: "refused", error };
}
