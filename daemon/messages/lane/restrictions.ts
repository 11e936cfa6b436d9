import type { ChannelRow } from "../../../db/channels/channels.ts";
import {
  type ChannelRestriction,
  findRestrictions,
  type HoldingRestriction,
  restrictChannel,
} from "../../../db/channels/restrictions.ts";
import type { Sql } from "../../../db/connection/client.ts";
import type { DueSend } from "../../../db/messages/sends.ts";
import { findAcquaintances } from "../../../db/whatsapp-web/messages.ts";
import { createPause, type Pause } from "../../lanes/pause.ts";
import { findMessageType } from "../../message-types/registry.ts";
import type { SendEnd } from "./send-end.ts";

/** The platform's restrictions of a channel, during one drain of its lane. */
export type Restrictions = {
  /** Takes up what the record says now. */
  refresh(channel: ChannelRow): Promise<void>;
  /** Writes down what calls showed. */
  note(ends: readonly SendEnd[]): Promise<void>;
  /** Finds out about the recipients of messages that are due, where that matters. */
  meet(rows: readonly DueSend[]): Promise<void>;
  /** Whether the channel has none. */
  areNone(): boolean;
  /** Why a message may not go yet, and for how many milliseconds; null when it may. */
  holdOf(row: DueSend): { reason: string; wait: number } | null;
};

type ChannelKey = { organizationId: string; channelId: string };

/** A restriction that ends by the database's clock, as everything in lanes does: this machine's may be wrong. */
type Timed = ChannelRestriction & { pause: Pause };

/** The restrictions of a channel; those on its record count from the first `refresh` on. */
export function createRestrictions(sql: Sql, key: ChannelKey): Restrictions {
  let restrictions: Timed[] = [];
  const newContacts = new Set<string>();

  const holding = (scope: ChannelRestriction["scope"]) =>
    restrictions.filter((one) => one.scope === scope && one.pause.left() > 0);

  return {
    async refresh(channel) {
      const isFree = channel.restrictions.length === 0;
      restrictions = isFree ? [] : (await findRestrictions(sql, key)).map(timed);
    },
    async note(ends) {
      for (const { restriction } of ends)
        if (restriction !== null) restrictions = (await restrictChannel(sql, key, restriction)).map(timed);
    },
    async meet(rows) {
      if (rows.length === 0 || holding("new_contacts").length === 0) return;
      for (const { conversation_id, last_inbound_at } of await findAcquaintances(sql, key, rows)) {
        if (last_inbound_at === null) newContacts.add(conversation_id);
        else newContacts.delete(conversation_id);
      }
    },
    areNone: () => restrictions.length === 0,
    holdOf({ type, conversation_id }) {
      if (restrictions.length === 0 || findMessageType(type)?.addressed === false) return null;
      const held =
        holding("person").find((one) => one.conversation_id === conversation_id) ??
        (newContacts.has(conversation_id) ? holding("new_contacts").at(-1) : undefined);
      return held === undefined ? null : { reason: held.reason, wait: held.pause.left() };
    },
  };
}

function timed({ left_ms, ...restriction }: HoldingRestriction): Timed {
  return { ...restriction, pause: createPause(left_ms) };
}
