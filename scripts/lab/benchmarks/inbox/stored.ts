/** Conversations that are there before: many short ones, and a long one. */
import { addOfficial } from "../../stage/sandbox.ts";
import {
  contactNumbered,
  conversationNumbered,
  makeBigRows,
  phoneNumbered,
} from "../../stage/stored/rows.ts";
import type { Stage } from "../stage.ts";

const DAYS = 28;
/** The first conversation numbered so that its channel is the stage's own. */
const NTH = 2;
export const LONG = conversationNumbered(NTH);
/** Who writes in the long one. */
export const LONG_FROM = phoneNumbered(NTH);

/** Stores so many conversations with a message each, and `long` messages of others in the long one. */
export async function storeConversations(stage: Stage, count: number, long: number): Promise<void> {
  const { daemon, sandbox, sql } = stage;
  const more = await Promise.all([1, 2].map((nth) => addOfficial(sandbox, daemon.api, nth)));
  const { id } = await daemon.api<{ id: string }>("POST", "/v1/settings/developer/webhooks/endpoints", {
    ...{ url: "http://127.0.0.1:9/", filterTypes: ["broadcast.completed"] },
  });
  const [owner] = await sql<{ organizationId: string }[]>`
    select organization_id as "organizationId" from organizations`;
  if (owner === undefined) throw new Error("there is no organisation");
  const { organizationId } = owner;
  const channelIds = [daemon.channelId, ...more];
  const rows = {
    organizationId,
    channelIds,
    endpointIds: [id],
    messages: count + long,
    people: count,
    days: DAYS,
  };
  await makeBigRows(sql, rows, (made) => process.stderr.write(`${made} messages are stored\n`));
  await sql`
    update messages set conversation_id = ${LONG}, contact_id = ${contactNumbered(NTH)},
      channel_id = ${daemon.channelId}
    where id in (select id from messages where organization_id = ${organizationId} order by id limit ${long})`;
}
