/** Calls that wait on a database without a daemon, and what processes them. */

import { routedCalls } from "../../daemon/inbound/facts/routing.ts";
import { createInboundWork, type InboundWork } from "../../daemon/inbound/process/process.ts";
import { createLog } from "../../daemon/lib/log.ts";
import { PLATFORMS } from "../../daemon/providers/registry.ts";
import { insertChannel } from "../../db/channels/channels.ts";
import { connect } from "../../db/connection/client.ts";
import { storeWebhooks } from "../../db/inbound/webhooks.ts";
import { makePartitions } from "../../db/maintenance/maintenance.ts";
import { NO_RATE_CARDS } from "../costs/no-rate-cards.ts";
import { type TestDatabase, testDatabase } from "../support/database.ts";
import { insertFirstOrganization } from "../support/first-organization.ts";

export type Waiting = TestDatabase & {
  organizationId: string;
  /** The processing of one more daemon, on connections of its own. */
  daemon(): InboundWork;
  /** Stores a call with a message to a number, of a stranger or of this person. */
  store(number: string, text: string, from?: string): Promise<void>;
  /** The texts that a number received, in the order of their events. */
  received(number: string): Promise<string[]>;
  stop(): Promise<void>;
};

/** A database with an organisation that has channels with these phone number ids. */
export async function prepareWaiting(...numbers: string[]): Promise<Waiting> {
  const database = await testDatabase();
  await makePartitions(database.sql);
  const { secrets, ...made } = await insertFirstOrganization(database.sql);
  for (const phone_number_id of numbers) {
    await insertChannel(database.sql, {
      organization_id: made.organization_id,
      id: `ch_${phone_number_id}`,
      platform: "whatsapp_official",
      status: "connected",
      name: phone_number_id,
      phone_number_id,
      proven_at: new Date(),
      settings: {},
    });
  }
  const pools: { end(): Promise<void> }[] = [];
  let last = 0;
  return {
    ...database,
    organizationId: made.organization_id,
    daemon() {
      const sql = connect(database.url, { max: 4 });
      pools.push(sql);
      return createInboundWork({
        sql,
        log: createLog("silent"),
        platforms: PLATFORMS,
        rateCards: NO_RATE_CARDS,
        past: { sql, templates: { find: async () => null }, retentionDays: 90 },
      });
    },
    store(number, text, from = `1650666${String(last).padStart(4, "0")}`) {
      last += 1;
      const call = received(number, text, from, `wamid.waiting.${last}`);
      return storeWebhooks(database.sql, "whatsapp_official", routedCalls(call));
    },
    async received(number) {
      const rows = await database.sql`
        select message.content from events as event
        join messages as message on message.id = (event.body::json ->> 'message_id')::uuid
        where event.type = 'message.new' and event.channel_id = ${`ch_${number}`}
        order by event.id`;
      return rows.map(({ content }) => JSON.parse(content).body);
    },
    async stop() {
      for (const pool of pools) await pool.end();
      await database.drop();
    },
  };
}

/** A call of Meta's with one text message. */
export function received(number: string, body: string, from: string, id: string): string {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const message = { from, id, timestamp, type: "text", text: { body } };
  const value = { metadata: { phone_number_id: number }, messages: [message] };
  return JSON.stringify({ entry: [{ id: "1", changes: [{ field: "messages", value }] }] });
}
