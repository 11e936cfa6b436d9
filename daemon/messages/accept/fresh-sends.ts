import { NORMAL } from "../../../db/lanes/priorities.ts";
import type { AcceptInput } from "../../../db/messages/accept/input.ts";
import type { AcceptOutcome } from "../../../db/messages/messages.ts";
import type { DueSend } from "../../../db/messages/sends.ts";
import type { Lane } from "../../lanes/lane.ts";
import { sendOf } from "../lane/begun.ts";
import type { Send } from "../lane/lane.ts";

type Request = Omit<AcceptInput, "n">;

/** The lanes that accepted messages wait in. */
export function lanesOf(requests: readonly Request[]): Iterable<Lane> {
  const lanes = new Map<string, Lane>();
  for (const { organization_id: organizationId, channel_id: laneId } of requests)
    if (!lanes.has(laneId)) lanes.set(laneId, { organizationId, kind: "channel", laneId });
  return lanes.values();
}

/** The accepted messages of a lane that are due now, as it would read them. */
export function sendsOf(
  { laneId }: Lane,
  requests: readonly Request[],
  outcomes: readonly AcceptOutcome[],
): Send[] {
  return outcomes.flatMap(({ n, conversation_id }) => {
    const request = requests[n];
    const isDue = request?.channel_id === laneId && request.scheduled_at === null;
    return isDue && conversation_id !== null ? [sendOf(dueSend(request, conversation_id))] : [];
  });
}

function dueSend(request: Request, conversationId: string): DueSend {
  return {
    item_id: request.id,
    order_key: conversationId,
    priority: request.priority ?? NORMAL,
    state: "queued",
    attempt: 0,
    retries: null,
    type: request.type,
    content: request.content,
    address: request.address,
    user_id: request.user_id ?? null,
    conversation_id: conversationId,
  };
}
