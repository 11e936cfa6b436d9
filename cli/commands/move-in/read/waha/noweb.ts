import type { SQL } from "bun";
import type { FoundMessage, FoundPerson } from "../found.ts";
import { LONGEST_VALUE, lidIn, messageOf, objectIn, PAGE_ROWS, personOf, textIn } from "../given.ts";

/** The store that WAHA's engine NOWEB keeps for each session (`engines/noweb/store/schemas`, 2025). */
export const NOWEB_TABLE = "messages";

/** A session's messages, by time. */
export async function* nowebMessages(sql: SQL): AsyncGenerator<(FoundMessage | null)[]> {
  let after = { at: -1, id: "" };
  while (true) {
    const rows: { id: string; at: number; data: string | null }[] = await sql`
      select id, ${sql("messageTimestamp")} as at,
        case when length(concat(data, '')) <= ${LONGEST_VALUE} then concat(data, '') end as data
      from messages
      where (${sql("messageTimestamp")}, id) > (${after.at}, ${after.id})
      order by ${sql("messageTimestamp")}, id limit ${PAGE_ROWS}`;
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows.map(({ at, data }) => asMessage(at, objectIn(data)));
    after = { at: Number(last.at), id: last.id };
  }
}

type Json = Record<string, unknown>;

function asMessage(at: number, data: Json | null): FoundMessage | null {
  const status = Number(data?.status);
  const key = objectIn(data?.key);
  return messageOf({
    key: key === null || textIn(key, "participant") ? key : { ...key, participant: data?.participant },
    message: objectIn(data?.message),
    seconds: at,
    status: status >= 1 && status <= 5 ? Math.floor(status) : null,
    name: textIn(data, "pushName"),
  });
}

/** Whom a session knows, by number, LID and name. */
export async function* nowebPeople(sql: SQL): AsyncGenerator<FoundPerson[]> {
  for (let after = ""; ; ) {
    const rows: { id: string; data: string }[] = await sql`
      select id, case when length(concat(data, '')) <= ${LONGEST_VALUE} then concat(data, '') end as data
      from contacts where id > ${after} order by id limit ${PAGE_ROWS}`;
    const last = rows.at(-1);
    if (last === undefined) break;
    yield rows.flatMap(({ id, data }) => {
      const contact = objectIn(data);
      const name = textIn(contact, "name") ?? textIn(contact, "notify") ?? textIn(contact, "verifiedName");
      return personOf([id, contact?.lid, contact?.phoneNumber, contact?.jid], name) ?? [];
    });
    after = last.id;
  }
  yield* pairs(sql);
}

/** Which LID is whose; older stores don't know. */
async function* pairs(sql: SQL): AsyncGenerator<FoundPerson[]> {
  for (let after = ""; ; ) {
    const rows: { id: string; pn: string }[] = await sql`
      select id, pn from lid_map where id > ${after} order by id limit ${PAGE_ROWS}`.catch(() => []);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows.flatMap(({ id, pn }) => {
      const whole = lidIn(id) === null ? [`${id}@lid`, pn.includes("@") ? pn : `${pn}@c.us`] : [id, pn];
      return personOf(whole, null) ?? [];
    });
    after = last.id;
  }
}
