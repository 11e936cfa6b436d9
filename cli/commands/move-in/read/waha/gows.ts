import type { SQL } from "bun";
import type { FoundMessage, FoundPerson } from "../found.ts";
import { LONGEST_VALUE, messageOf, objectIn, PAGE_ROWS, personOf, textIn } from "../given.ts";

/** The store that WAHA's engine GOWS keeps beside whatsmeow's tables (gows, `storage/sqlstorage`, 2026). */
export const GOWS_TABLE = "gows_messages";

/** A session's messages, by time. */
export async function* gowsMessages(sql: SQL): AsyncGenerator<(FoundMessage | null)[]> {
  let after = { at: "0001-01-01 00:00:00", id: "" };
  while (true) {
    const rows: { id: string; at: string; data: string | null }[] = await sql`
      select id, concat(${sql("timestamp")}, '') as at,
        case when length(data) <= ${LONGEST_VALUE} then data end as data
      from gows_messages
      where (${sql("timestamp")}, id) > (${after.at}, ${after.id})
      order by ${sql("timestamp")}, id limit ${PAGE_ROWS}`;
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows.map(({ data }) => asMessage(objectIn(data)));
    after = last;
  }
}

type Json = Record<string, unknown>;

/** Of whatsmeow's event (`types/events`, Message), as Go writes it. */
function asMessage(data: Json | null): FoundMessage | null {
  const info = objectIn(data?.Info);
  const isGroup = textIn(info, "Chat")?.endsWith("@g.us") === true;
  const alternative = textIn(info, info?.IsFromMe === true && !isGroup ? "RecipientAlt" : "SenderAlt");
  const status = Number(data?.Status);
  return messageOf({
    key: {
      ...{ id: info?.ID, remoteJid: info?.Chat, fromMe: info?.IsFromMe },
      ...(isGroup
        ? { participant: withoutDevice(info?.Sender), participantAlt: alternative }
        : { remoteJidAlt: alternative }),
    },
    message: objectIn(asBaileysNames(data?.Message)),
    seconds: Date.parse(textIn(info, "Timestamp") ?? "") / 1000,
    // Go writes 0 for one that is not known
    status: status >= 1 && status <= 5 ? Math.floor(status) : null,
    name: textIn(info, "PushName"),
  });
}

function withoutDevice(address: unknown): string {
  return String(address ?? "").replace(/:\d+@/, "@");
}

/** Messages nest no deeper than this; what does is left out. */
const MOST_DEPTH = 24;

/** Members as Baileys names them: `fileSHA256` is `fileSha256` there, and `JPEGThumbnail` is `jpegThumbnail`. */
export function asBaileysNames(value: unknown, depth = 0): unknown {
  if (depth > MOST_DEPTH || typeof value !== "object" || value === null)
    return depth > MOST_DEPTH ? null : value;
  if (Array.isArray(value)) return value.map((one) => asBaileysNames(one, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [baileysName(name), asBaileysNames(inner, depth + 1)]),
  );
}

function baileysName(name: string): string {
  return name.replace(/[A-Z]+/g, (run, offset: number) => {
    const isWordBehind = /[a-z]/.test(name[offset + run.length] ?? "");
    const length = isWordBehind ? run.length - 1 : run.length;
    const word = run.slice(0, length);
    const lower = offset === 0 ? word.toLowerCase() : word.slice(0, 1) + word.slice(1).toLowerCase();
    const next = run.slice(length);
    return lower + (offset === 0 && length === 0 ? next.toLowerCase() : next);
  });
}

/** Whom a session knows, by number, LID and name: of the account's own address book. */
export async function* gowsPeople(sql: SQL): AsyncGenerator<FoundPerson[]> {
  for (let after = ""; ; ) {
    const rows: { their_jid: string; name: string | null; lid: string | null }[] = await sql`
      select contact.their_jid, known.lid,
        max(coalesce(nullif(contact.full_name, ''), nullif(contact.business_name, ''), nullif(contact.push_name, ''))) as name
      from whatsmeow_contacts as contact
      left join whatsmeow_lid_map as known on contact.their_jid = concat(known.pn, '@s.whatsapp.net')
      where contact.their_jid > ${after}
      group by contact.their_jid, known.lid order by contact.their_jid limit ${PAGE_ROWS}`;
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows.flatMap(({ their_jid, name, lid }) => personOf([their_jid, `${lid}@lid`], name) ?? []);
    after = last.their_jid;
  }
}
