import type { SQL } from "bun";
import type { FoundMessage } from "../found.ts";
import { LONGEST_VALUE, messageOf, objectIn, PAGE_ROWS, textIn } from "../given.ts";

type Json = Record<string, unknown>;

type MessageRow = {
  id: string;
  key: string | null;
  message: string | null;
  pushName: string | null;
  participant: string | null;
  contextInfo: string | null;
  messageTimestamp: number;
  status: string | null;
};

/** Evolution's words for a status, and Baileys' numbers (`WebMessageInfo.Status`). */
const STATUSES: Readonly<Record<string, number>> = {
  ...{ ERROR: 0, PENDING: 1, SERVER_ACK: 2, DELIVERY_ACK: 3, READ: 4, PLAYED: 5 },
};

/** What Evolution says for everybody who wrote from the phone itself. */
const MYSELF = "Você";

/** A number's messages in the order in which they were stored; those that were taken back are left out. */
export async function* messagesOf(sql: SQL, instanceId: string): AsyncGenerator<(FoundMessage | null)[]> {
  for (let after = ""; ; ) {
    const rows = await page(sql, instanceId, after);
    const last = rows.at(-1);
    if (last === undefined) return;
    const updates = await updatesOf(
      sql,
      rows.map(({ id }) => id),
    );
    yield rows.flatMap((row) => {
      const statuses = [row.status ?? "", ...(updates.get(row.id) ?? [])];
      return statuses.includes("DELETED") ? [] : [asMessage(row, statuses)];
    });
    after = last.id;
  }
}

async function page(sql: SQL, instanceId: string, after: string): Promise<MessageRow[]> {
  return await sql`
    select id, concat(${sql("key")}, '') as ${sql("key")},
      case when char_length(concat(message, '')) <= ${LONGEST_VALUE} then concat(message, '') end as message,
      case when char_length(concat(${sql("contextInfo")}, '')) <= ${LONGEST_VALUE}
        then concat(${sql("contextInfo")}, '') end as ${sql("contextInfo")},
      ${sql("pushName")}, participant, ${sql("messageTimestamp")}, status
    from ${sql("Message")}
    where ${sql("instanceId")} = ${instanceId} and id > ${after}
    order by id limit ${PAGE_ROWS}`;
}

/** What became of messages: of those that were sent it stands only beside them. */
async function updatesOf(sql: SQL, ids: readonly string[]): Promise<Map<string, string[]>> {
  const rows: { messageId: string; status: string }[] = await sql`
    select distinct ${sql("messageId")}, status from ${sql("MessageUpdate")}
    where ${sql("messageId")} in ${sql(ids)}`;
  const byMessage = Map.groupBy(rows, ({ messageId }) => messageId);
  return new Map([...byMessage].map(([id, found]) => [id, found.map(({ status }) => status)]));
}

function asMessage(row: MessageRow, statuses: readonly string[]): FoundMessage | null {
  const key = objectIn(row.key);
  const known = statuses.flatMap((one) => STATUSES[one] ?? []);
  return messageOf({
    key: key === null || textIn(key, "participant") !== null ? key : { ...key, participant: row.participant },
    message: wholeOf(objectIn(row.message), objectIn(row.contextInfo)),
    seconds: row.messageTimestamp,
    status: known.length === 0 ? null : Math.max(...known),
    name: row.pushName === MYSELF ? null : row.pushName,
  });
}

/**
 * A message as it was before Evolution stored it: without what that puts beside it, the file itself among it, and with
 * what a text quotes and mentions, which has a column of its own.
 */
function wholeOf(message: Json | null, contextInfo: Json | null): Json | null {
  if (message === null) return null;
  const { base64: _file, mediaUrl: _url, speechToText: _words, ...plain } = message;
  const { conversation: text, ...rest } = plain;
  if (contextInfo === null || typeof text !== "string") return plain;
  return { ...rest, extendedTextMessage: { text, contextInfo } };
}
