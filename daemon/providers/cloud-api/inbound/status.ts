import { objects } from "../../../lib/objects.ts";
import type { ReportedStatus, Same } from "../../inbound.ts";
import { momentOf } from "../../moment.ts";
import { describeError, type GraphError } from "../errors.ts";
import { identities } from "./identities.ts";
import { field, type Json, text } from "./values.ts";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const STATUSES: readonly ReportedStatus["status"][] = ["sent", "delivered", "read", "played", "failed"];

/** One status of a message we sent; our id is what we put into `biz_opaque_callback_data`. */
export function readStatus(status: Json): (ReportedStatus | Same)[] {
  const providerMessageId = text(status.id);
  const name = STATUSES.find((one) => one === status.status);
  if (providerMessageId === null || name === undefined) return [];
  const echoed = text(status.biz_opaque_callback_data);
  return [
    {
      kind: "status",
      messageId: echoed !== null && UUID.test(echoed) ? echoed : null,
      providerMessageId,
      status: name,
      at: momentOf(status.timestamp),
      error: name === "failed" ? describeError(graphError(objects(status.errors)[0])) : null,
      pricing: status.pricing ?? null,
      ...aboutWho(status),
    },
    ...(name === "delivered" ? recipientsOf(status) : []),
  ];
}

/** A group's id says nothing of where its people are. */
function aboutWho(status: Json): Pick<ReportedStatus, "recipient" | "participant"> {
  const [one] =
    status.recipient_type === "group"
      ? identities(status.recipient_participant_id, status.recipient_participant_user_id)
      : identities(status.recipient_id, status.recipient_user_id);
  const recipient = one?.value ?? null;
  return status.recipient_type === "group" ? { recipient, participant: recipient } : { recipient };
}

/** The recipient's number and user id, where a status has both: once a message is enough, so `delivered` is taken. A group has neither. */
function recipientsOf(status: Json): Same[] {
  if (status.recipient_type === "group") return [];
  const [one, other] = identities(status.recipient_id, status.recipient_user_id);
  return one === undefined || other === undefined ? [] : [{ kind: "same", one, other }];
}

/** An error as webhooks have it, in the form of those that calls answer. */
export function graphError(error: Json | undefined): GraphError {
  const title = text(error?.title);
  const message = text(error?.message);
  const details = text(field(error?.error_data, "details"));
  return {
    code: typeof error?.code === "number" ? error.code : -1,
    ...(title === null ? {} : { title }),
    ...(message === null ? {} : { message }),
    ...(details === null ? {} : { error_data: { details } }),
  };
}
