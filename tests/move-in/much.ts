/** Installations with many numbers and messages, and people who write by two ids, and what is to come of them. */
import { join } from "node:path";
import type { Sql } from "../../db/connection/client.ts";
import { type EvolutionStore, evolutionStore } from "./evolution-store.ts";
import { WAHA_SCHEMAS, wahaFile } from "./waha-store.ts";

export type Size = { numbers: number; messages: number };

/** Everybody writes to every number; the last of them is a group. */
const CHATS = 25;

/** A month ago; a hundred messages a second, so that each person has several in one. */
const BEGAN = Math.floor(Date.now() / 1000) - 30 * 86_400;
const GROUP = "120363000000000099@g.us";

export const phoneOf = (number: number) => `155570${String(20_000 + number)}`;
const phoneJid = (person: number) => `1415557${String(1000 + person)}@s.whatsapp.net`;
const lidJid = (person: number) => `18724015502${String(1000 + person)}@lid`;
const nameOf = (number: number) => `number-${String(number).padStart(2, "0")}`;

/** The nth message of a number as Baileys has it: its text is n. */
function messageOf(number: number, nth: number) {
  const person = nth % CHATS;
  // each by both ids
  const address = Math.floor(nth / CHATS) % 2 === 0 ? phoneJid(person) : lidJid(person);
  const isGroup = person === CHATS - 1;
  const fromMe = nth % 3 === 0;
  return {
    key: {
      ...{ id: `M${number}-${nth}`, remoteJid: isGroup ? GROUP : address, fromMe },
      ...(isGroup && !fromMe ? { participant: address.replace(/\d{4}@/, "1003@") } : {}),
    },
    ...{ message: { conversation: String(nth) }, messageTimestamp: BEGAN + Math.floor(nth / 100) },
    ...(fromMe ? { status: 4 } : { pushName: `Person ${person}` }),
  };
}

const upTo = (length: number) => Array.from({ length }, (_, nth) => nth);
const people = upTo(CHATS - 1);
const placesOf = (size: Size) => ({
  numbers: upTo(size.numbers),
  messages: upTo(size.messages / size.numbers),
});

/** A database of Evolution's. */
export async function muchEvolution(size: Size): Promise<EvolutionStore> {
  const { numbers, messages } = placesOf(size);
  const store = await evolutionStore();
  const { sql, add } = store;
  for (const person of people)
    await add("IsOnWhatsapp", {
      remoteJid: phoneJid(person),
      jidOptions: `${phoneJid(person)},${lidJid(person)}`,
    });
  for (const number of numbers) {
    const instanceId = await add("Instance", {
      name: nameOf(number),
      ownerJid: `${phoneOf(number)}@s.whatsapp.net`,
    });
    for (const person of people)
      await add("Contact", { instanceId, remoteJid: phoneJid(person), pushName: `Person ${person}` });
    const rows = messages.map((nth) => {
      const { key, message, messageTimestamp } = messageOf(number, nth);
      const id = `m${String(number).padStart(2, "0")}${String(nth).padStart(6, "0")}`;
      return {
        ...{ id, key, message, messageTimestamp, instanceId, messageType: "conversation", source: "android" },
        status: key.fromMe ? "READ" : "DELIVERY_ACK",
      };
    });
    await sql`insert into ${sql("Message")} ${sql(rows)}`;
  }
  return store;
}

/** A folder of WAHA's, with a store of NOWEB for each session. */
export async function muchWaha(folder: string, size: Size): Promise<void> {
  const { numbers, messages } = placesOf(size);
  const own = await wahaFile(join(folder, "noweb"), "waha.sqlite3", WAHA_SCHEMAS.own);
  for (const number of numbers) {
    const name = nameOf(number);
    own.run("insert into me values (?, ?)", [
      ...[name, JSON.stringify({ id: name, me: { id: `${phoneOf(number)}@c.us` } })],
    ]);
    const store = await wahaFile(join(folder, "noweb", name), "store.sqlite3", WAHA_SCHEMAS.noweb);
    const put = store.prepare("insert into messages values (?, ?, ?, ?)");
    store.transaction(() => {
      for (const nth of messages) {
        const message = messageOf(number, nth);
        // ids in the order of the messages: of one second, they say which came first
        const id = `M${String(nth).padStart(6, "0")}`;
        put.run(message.key.remoteJid, id, message.messageTimestamp, JSON.stringify(message));
      }
      for (const person of people)
        store.run("insert into lid_map values (?, ?, null)", [lidJid(person), phoneJid(person)]);
    })();
    store.close();
  }
  own.close();
}

/** What is wrong with what came of it: nothing, where every message is there once, in order, in the right conversation. */
export async function faultsOf(sql: Sql, channelIds: readonly string[], size: Size): Promise<string[]> {
  const [counts] = await sql<{ messages: number; ids: number; conversations: number; contacts: number }[]>`
    select count(*)::int as messages, count(distinct (channel_id, provider_message_id))::int as ids,
      count(distinct conversation_id)::int as conversations, count(distinct contact_id)::int as contacts
    from messages where channel_id = any (${channelIds as string[]})`;
  const expected = {
    ...{ messages: size.messages, ids: size.messages },
    ...{ conversations: size.numbers * CHATS, contacts: CHATS },
  };
  const wrong = Object.entries(expected).flatMap(([name, value]) => {
    const found = counts?.[name as keyof typeof expected];
    return found === value ? [] : [`${name}: ${found}, not ${value}`];
  });
  const [order] = await sql<{ mixed: number; behind: number }[]>`
    select count(*) filter (where nth < before)::int as behind, count(*) filter (where nth % ${CHATS} <> before % ${CHATS})::int as mixed
    from (
      select (content::json ->> 'body')::int as nth,
        lag((content::json ->> 'body')::int) over (partition by channel_id, conversation_id order by created_at, id) as before
      from messages where channel_id = any (${channelIds as string[]})
    ) as placed`;
  if (order?.behind !== 0) wrong.push(`${order?.behind} messages stand before one that came earlier`);
  if (order?.mixed !== 0) wrong.push(`${order?.mixed} messages are in another's conversation`);
  return wrong;
}
