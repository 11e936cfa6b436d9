import type { ChannelRow } from "../../../db/channels/channels.ts";
import type { Sql } from "../../../db/connection/client.ts";
import { askLookups, type LookupRow, readLookups } from "../../../db/whatsapp-web/lookups.ts";
import { problem } from "../../http/problem.ts";
import { LOOKUP_FRESH_HOURS } from "../lookup-limits.ts";

const LIMITS = { freshHours: LOOKUP_FRESH_HOURS, perMinute: 50 };
const WAIT_MS = 20_000;
const LOOK_MS = 100;
const RETRY_AFTER_SECONDS = "60";

/**
 * Asks the gateway that holds a paired number's session about numbers (digits) or user names (`@name`, see
 * `userNameKey`), and waits for the results. Throws 409 when the number is not connected, 429 when it would ask about too
 * many in a minute, 503 when WhatsApp says nothing in time.
 */
export async function lookUp(sql: Sql, channel: ChannelRow, asked: readonly string[]): Promise<LookupRow[]> {
  const { organization_id, id } = channel;
  if (!["connected", "restricted", "degraded"].includes(channel.status)) {
    const detail = `the channel is ${channel.status}; connect it, then look numbers up`;
    throw problem(409, "channel_not_connected", detail);
  }
  if (!(await askLookups(sql, organization_id, id, asked, LIMITS))) {
    const detail = `at most ${LIMITS.perMinute} numbers can be looked up in a minute; WhatsApp bans numbers that look up more`;
    throw problem(429, "rate_limited", detail, { headers: { "retry-after": RETRY_AFTER_SECONDS } });
  }
  const giveUpAt = Date.now() + WAIT_MS;
  while (true) {
    const rows = await readLookups(sql, organization_id, id, asked);
    if (rows.every(({ answer }) => answer !== null)) return rows;
    if (Date.now() > giveUpAt) {
      throw problem(503, "lookup_timed_out", "WhatsApp did not respond in time", {
        headers: { "retry-after": RETRY_AFTER_SECONDS },
      });
    }
    await Bun.sleep(LOOK_MS);
  }
}
