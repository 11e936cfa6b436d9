import type { AcceptOutcome } from "../../../db/messages/accept/accept.ts";
import { expectCosts } from "../../../db/messages/accept/expect.ts";
import { tryMessage } from "../../../db/messages/accept/try.ts";
import type { Caller } from "../../http/caller.ts";
import type { Accept, AcceptRequest } from "./accept.ts";
import { type CheckDependencies, checkSend } from "./check.ts";
import { noteRefused } from "./guard.ts";
import { refusal } from "./refusals.ts";
import type { SendBody } from "./send-body.ts";

/** How a send was answered: the body, and whether it is an earlier response given again. */
export type SendResponse = { status: 200 | 201 | 202; body: string; replayed: boolean };

/** Accepts a message for a caller: everything `POST /v1/messages` promises. Throws problems. */
export async function send(
  dependencies: CheckDependencies & { accept: Accept },
  caller: Caller,
  body: SendBody,
  idempotencyKey: string | null,
): Promise<SendResponse> {
  try {
    if (body.dry_run === true) return await tried(dependencies, caller, body);
    const request = await checkSend(dependencies, caller, body, idempotencyKey);
    return responseOf(await dependencies.accept(request), request);
  } catch (cause) {
    await noteRefused(dependencies.sql, caller, body.channel_id, cause);
    throw cause;
  }
}

function responseOf({ outcome, response }: AcceptOutcome, request: AcceptRequest): SendResponse {
  if (outcome === "accepted") return { status: 201, body: request.response, replayed: false };
  if (outcome === "waiting" || outcome === "waits_already")
    return { status: 202, body: response ?? "", replayed: outcome === "waits_already" };
  if (outcome === "replayed") return { status: 201, body: response ?? request.response, replayed: true };
  throw refusal(outcome, response);
}

/** The answer to a send that is only tried: as accepted, without the id of a message. */
async function tried(dependencies: CheckDependencies, caller: Caller, body: SendBody): Promise<SendResponse> {
  const request = await checkSend(dependencies, caller, body, null);
  const outcome = await tryMessage(dependencies.sql, { ...request, n: 0 });
  const [cost = null] = await expectCosts(dependencies.sql, [request]);
  const { id: _, created_at: __, ...accepted } = JSON.parse(request.response);
  const waits = outcome !== undefined && responseOf(outcome, request).status === 202;
  const status = waits ? "waiting" : accepted.status;
  return { status: 200, body: JSON.stringify({ dry_run: true, ...accepted, status, cost }), replayed: false };
}
