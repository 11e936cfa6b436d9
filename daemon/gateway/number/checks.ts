import type { Logger } from "pino";
import type { Sql } from "../../../db/connection/client.ts";
import { type NumberCheck, takeNumberChecks } from "../../../db/whatsapp-web/checks.ts";
import { keepWhatsAppWebRecipient } from "../../../db/whatsapp-web/messages.ts";
import { NUMBER_CHECKS_PER_DAY } from "../../providers/channel-settings.ts";
import { findOnWhatsApp } from "../../providers/whatsapp-web/connection/questions/number-lookup.ts";
import type { WhatsAppWebSession } from "../../providers/whatsapp-web/connection/session.ts";

/** Between two questions of a number at least, and at random so much more: a fixed pace is a machine's. */
const GAP_MS = { least: 5000, more: 10_000 };

/** Asks WhatsApp, ahead of any message, whether numbers have an account. */
export type NumberChecks = { check(sessions: readonly WhatsAppWebSession[]): Promise<void> };

/** A session asks about one number at a time. */
export function createNumberChecks({
  sql,
  log,
  daemonId,
}: {
  sql: Sql;
  log: Logger;
  daemonId: string;
}): NumberChecks {
  const busy = new Set<string>();

  async function ask(session: WhatsAppWebSession, { organization_id, channel_id, phone }: NumberCheck) {
    const socket = session.socket();
    // what was counted and not asked is asked when it is wanted again, or when it is written to
    if (socket === null) return;
    const jid = await findOnWhatsApp(socket, phone);
    await keepWhatsAppWebRecipient(
      sql,
      { organizationId: organization_id, channelId: channel_id },
      phone,
      jid,
    );
  }

  return {
    async check(sessions) {
      const free = new Map(
        sessions
          .filter(({ channelId }) => !busy.has(channelId))
          .map((session) => [session.channelId, session]),
      );
      if (free.size === 0) return;
      const gapMs = GAP_MS.least + Math.random() * GAP_MS.more;
      const limits = { gapMs, usual: NUMBER_CHECKS_PER_DAY };
      for (const check of await takeNumberChecks(sql, daemonId, [...free.keys()], limits)) {
        const session = free.get(check.channel_id);
        if (session === undefined) continue;
        busy.add(check.channel_id);
        ask(session, check)
          .catch((cause: unknown) => log.warn({ err: cause }, "a number could not be checked"))
          .finally(() => busy.delete(check.channel_id));
      }
    },
  };
}
