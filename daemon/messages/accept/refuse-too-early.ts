import type { Queryable } from "../../../db/connection/client.ts";
import { lastScheduled } from "../../../db/messages/messages.ts";
import { problem } from "../../http/problem.ts";
import { referredBy } from "../lane/references.ts";

/**
 * Refuses a message that would go out before the one that it refers to by our id (422 `message_not_sent`): WhatsApp could
 * not know which that is, and it would fail. Of one that is queued it waits its turn.
 */
export async function refuseTooEarly(
  sql: Queryable,
  { organization_id, id }: { organization_id: string; id: string },
  content: Record<string, unknown>,
  due: Date,
): Promise<void> {
  const referred = referredBy(content);
  if (referred.length === 0) return;
  const at = await lastScheduled(sql, organization_id, id, referred);
  if (at === null || at <= due) return;
  const detail = `the message that this one refers to is scheduled for ${at.toISOString()}: schedule this one for then or later, or cancel that one`;
  throw problem(422, "message_not_sent", detail);
}
