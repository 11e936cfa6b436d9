import type { Sql } from "../../../db/connection/client.ts";
import type { DueSend } from "../../../db/messages/sends.ts";
import { type Acquaintance, findAcquaintances, openedSince } from "../../../db/whatsapp-web/messages.ts";
import type { Policy } from "../../providers/policy.ts";
import { isGroup } from "../message-group.ts";

/** Recipients who are new to a channel, where its policy counts them. */
export type NewContacts = {
  /** Passes a policy the number of them that were written to within the last day. */
  pass(policy: Policy): Promise<void>;
  /** Looks up the recipients of due messages. */
  meet(policy: Policy, rows: readonly DueSend[]): Promise<void>;
  has(row: DueSend): boolean;
};

const DAY_MS = 24 * 3600_000;

export function createNewContacts(sql: Sql, key: { organizationId: string; channelId: string }): NewContacts {
  const conversations = new Set<string>();

  function note({ conversation_id, last_inbound_at, opened_at }: Acquaintance): void {
    if (last_inbound_at === null && opened_at === null) conversations.add(conversation_id);
    else conversations.delete(conversation_id);
  }

  return {
    async pass({ rememberNewContacts }) {
      rememberNewContacts?.(await openedSince(sql, key, new Date(Date.now() - DAY_MS)));
    },
    async meet({ rememberNewContacts }, rows) {
      if (rememberNewContacts === undefined || rows.length === 0) return;
      for (const known of await findAcquaintances(sql, key, rows)) note(known);
    },
    // a group is no new contact
    has: ({ conversation_id, user_id }) => !isGroup(user_id) && conversations.has(conversation_id),
  };
}
