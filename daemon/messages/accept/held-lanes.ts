import { isDisconnected } from "../../../db/connection/connection-errors.ts";
import { NORMAL } from "../../../db/lanes/priorities.ts";
import type { AcceptOutcome } from "../../../db/messages/accept/accept.ts";
import type { AcceptInput } from "../../../db/messages/accept/input.ts";
import type { DueSend } from "../../../db/messages/sends.ts";
import { type Lane, rankOfItem } from "../../lanes/lane.ts";
import type { Lanes } from "../../lanes/lanes.ts";
import { sendOf } from "../lane/begun.ts";
import type { Send } from "../lane/lane.ts";

type Request = Omit<AcceptInput, "n">;

/** A lane that accepted messages wait in, kept at rest meanwhile if it rests. */
export type HeldLane = {
  /** The messages whose first attempt may begin as they are accepted. */
  starting: string[];
  /** Has those called that were begun, and the others sent. */
  letGo(outcomes: readonly AcceptOutcome[]): void;
  /** The same when nothing is known of what became of them. */
  fail(cause: unknown): void;
};

/** The lanes of a batch. To be let go once it is accepted. */
export async function holdLanes(
  lanes: Pick<Lanes, "hold" | "notify">,
  requests: readonly Request[],
): Promise<HeldLane[]> {
  return await Promise.all(lanesOf(requests).map((lane) => holdLane(lanes, lane, requests)));
}

async function holdLane(
  lanes: Pick<Lanes, "hold" | "notify">,
  lane: Lane,
  requests: readonly Request[],
): Promise<HeldLane> {
  const hold = lanes.hold(lane);
  const notify = () => lanes.notify(lane);
  if (hold === null) return { starting: [], letGo: notify, fail: notify };
  const due = requests.filter((request) => isOf(lane, request) && request.scheduled_at === null);
  const urgentFirst = due
    .map(beforeItsConversation)
    .sort((one, other) => rankOfItem(one) - rankOfItem(other));
  // where it can't be found out, they are read from the lane
  const chosen = await hold.choose(urgentFirst).catch(() => []);
  return {
    starting: chosen.map(({ itemId }) => itemId),
    letGo(outcomes) {
      const accepted = outcomes.filter(({ n, outcome }) => outcome === "accepted" && isOf(lane, requests[n]));
      const begun = accepted.flatMap(({ n, begun, conversation_id: conversation }) =>
        begun ? [begunSend(requests[n] as Request, conversation as string)] : [],
      );
      hold.letGo(begun, begun.length === accepted.length);
    },
    fail(cause) {
      if (chosen.length > 0 && isDisconnected(cause)) hold.fail(cause);
      else hold.letGo([], false);
    },
  };
}

function lanesOf(requests: readonly Request[]): Lane[] {
  const lanes = new Map<string, Lane>();
  for (const { organization_id: organizationId, channel_id: laneId } of requests)
    if (!lanes.has(laneId)) lanes.set(laneId, { organizationId, kind: "channel", laneId });
  return [...lanes.values()];
}

function isOf({ laneId }: Lane, request: Request | undefined): boolean {
  return request?.channel_id === laneId;
}

/** Its conversation is known once it is accepted; those to one recipient go one after another. */
function beforeItsConversation(request: Request): Send {
  return sendOf(dueSend(request, request.address ?? ""));
}

function begunSend(request: Request, conversationId: string): Send {
  return sendOf({ ...dueSend(request, conversationId), attempt: 1 });
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
    messaging_account_id: request.messaging_account_id ?? null,
  };
}
