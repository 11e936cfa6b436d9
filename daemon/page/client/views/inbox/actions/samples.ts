import type { ResponseOf } from "../../../api/call.ts";
import { type Sample, sampleOf } from "../../../parts/as-command.tsx";
import { INBOX } from "../../../view-words.ts";
import type { Conversation } from "../types.ts";

type User = ResponseOf<"GET /v1/auth/me">["user"];

const UPDATE = "PATCH /v1/conversations/{id}";

/** The commands that do what the buttons of a conversation do, for a user. */
export function samplesOf({ id, status }: Conversation, user: User): readonly (Sample | false)[] {
  const path = { id };
  const next = status === "open" ? "closed" : "open";
  return [
    sampleOf(
      status === "open" ? INBOX.close : INBOX.reopen,
      `conversations update ${id} --status ${next}`,
      UPDATE,
      { path, body: { status: next } },
    ),
    user !== null &&
      sampleOf(INBOX.assignToMe, `conversations update ${id} --assignee ${user.id}`, UPDATE, {
        path,
        body: { assignee_id: user.id },
      }),
    sampleOf(INBOX.hold, `conversations hold ${id}`, "POST /v1/conversations/{id}/hold", { path, body: {} }),
    sampleOf(INBOX.release, `conversations release ${id}`, "POST /v1/conversations/{id}/release", { path }),
    sampleOf(INBOX.markUnread, `conversations unread ${id}`, "POST /v1/conversations/{id}/unread", { path }),
  ];
}
