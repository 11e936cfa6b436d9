import type { WASocket } from "baileys";
import type { Logger } from "pino";
import type { Sql } from "../../db/connection/client.ts";
import { joinPeople, type SamePhone } from "../../db/contacts/number-forms.ts";
import { type OpenLookup, openLookups, storeLookups } from "../../db/whatsapp-web/lookups.ts";
import { retryDeadlock } from "../lib/retry-deadlock.ts";
import { readUserNameKey } from "../phone-numbers/user-names.ts";
import {
  lookUpNumbers,
  type NumberDetails,
} from "../providers/whatsapp-web/connection/questions/number-lookup.ts";
import { findByUserName } from "../providers/whatsapp-web/connection/questions/user-name-lookup.ts";
import type { WhatsAppWebSession } from "../providers/whatsapp-web/connection/session.ts";
import type { Library } from "../providers/whatsapp-web/library/library.ts";

/** The most lookups in one batch, of each session. */
const AT_ONCE = 50;

/** Looks up numbers and user names through the sessions that are logged in here. */
export type Lookups = { lookUp(sessions: readonly WhatsAppWebSession[]): Promise<void> };

/** Starts idle; a session looks up one batch at a time. */
export function createLookups({
  sql,
  log,
  library,
}: {
  sql: Sql;
  log: Logger;
  library: () => Promise<Library>;
}): Lookups {
  const busy = new Set<string>();

  async function lookUpWith(session: WhatsAppWebSession, lookups: readonly OpenLookup[]): Promise<void> {
    const socket = session.socket();
    if (socket === null) return;
    const numbers = lookups.filter(({ phone }) => readUserNameKey(phone) === null);
    const found = await lookUpNumbers(
      await library(),
      socket,
      numbers.map(({ phone }) => phone),
    );
    // before anybody learns the LID, by which an opt-out would be missed
    await retryDeadlock(() => joinPeople(sql, session.organizationId, lidsOf(found)));
    const stored = numbers.map((lookup) => ({
      ...lookup,
      answer: JSON.stringify(found.get(lookup.phone)),
    }));
    if (stored.length > 0) await storeLookups(sql, stored);
    for (const lookup of lookups) await lookUpName(socket, lookup);
  }

  async function lookUpName(socket: WASocket, lookup: OpenLookup): Promise<void> {
    const asked = readUserNameKey(lookup.phone);
    if (asked === null) return;
    const answer = JSON.stringify(await findByUserName(await library(), socket, asked));
    await storeLookups(sql, [{ ...lookup, answer }]);
  }

  return {
    async lookUp(sessions) {
      const free = sessions.filter(({ channelId }) => !busy.has(channelId));
      if (free.length === 0) return;
      const channels = free.map(({ channelId }) => channelId);
      const open = Map.groupBy(await openLookups(sql, channels, AT_ONCE), ({ channel_id }) => channel_id);
      for (const session of free) {
        const lookups = open.get(session.channelId);
        if (lookups === undefined) continue;
        busy.add(session.channelId);
        lookUpWith(session, lookups)
          .catch((cause: unknown) => log.warn({ err: cause }, "numbers could not be looked up"))
          .finally(() => busy.delete(session.channelId));
      }
    },
  };
}

/** The numbers whose LIDs WhatsApp gave, with these. */
function lidsOf(found: ReadonlyMap<string, NumberDetails>): SamePhone[] {
  return [...found].flatMap(([value, { lid }]) =>
    lid === null ? [] : [{ type: "phone", value, other_type: "lid", other_value: lid.replace("@lid", "") }],
  );
}
