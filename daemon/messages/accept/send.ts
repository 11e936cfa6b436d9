import type { AcceptOutcome } from "../../../db/messages/messages.ts";
import type { Caller } from "../../http/caller.ts";
import type { Accept, AcceptRequest } from "./accept.ts";
import { type CheckDependencies, checkSend } from "./check.ts";
import { refusal } from "./refusals.ts";
import type { SendBody } from "./send-body.ts";

/** How a send was answered: the body, and whether it is an earlier response given again. */
export type SendResponse = { body: string; replayed: boolean };

/** Accepts a message for a caller: everything `POST /v1/messages` promises. Throws problems. */
export async function send(
  dependencies: CheckDependencies & { accept: Accept },
  caller: Caller,
  body: SendBody,
  idempotencyKey: string | null,
): Promise<SendResponse> {
  const request = await checkSend(dependencies, caller, body, idempotencyKey);
  return responseOf(await dependencies.accept(request), request);
}

function responseOf({ outcome, response }: AcceptOutcome, request: AcceptRequest): SendResponse {
  if (outcome === "accepted") return { body: request.response, replayed: false };
  if (outcome === "replayed") return { body: response ?? request.response, replayed: true };
  throw refusal(outcome, response);
}
