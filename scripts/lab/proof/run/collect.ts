/** Reads what is there at the end: from the API as any client may, and from the phones of the sandboxes. */

import { type Read, readCalls, readPhone } from "../../stage/arrivals.ts";
import { insist, readAll } from "../actors/api.ts";
import { boughtText, readBudget } from "../actors/budgets.ts";
import { readBroadcast, readImport } from "../actors/bulk.ts";
import { automaticText } from "../actors/rules.ts";
import { order } from "../actors/sandbox.ts";
import type { LiveOrganization, World } from "../actors/world.ts";
import type { ContactEnd, ConversationEnd, LoggedEvent, MessageRecord } from "../history/end.ts";
import type { Arrival } from "../history/history.ts";
import { readContacts, readConversations } from "./collect-people.ts";

/** Puts the end into the history; what an earlier look had put there is replaced. */
export async function collect(world: World): Promise<void> {
  const { history, organizations } = world;
  const messages: MessageRecord[] = [];
  const events: LoggedEvent[] = [];
  for (const organization of organizations) {
    messages.push(...(await readMessages(world, organization)));
    for (const one of history.imports.filter((found) => found.organization === organization.label))
      await readImport(world, organization, one);
    for (const one of history.broadcasts.filter((found) => found.organization === organization.label))
      await readBroadcast(world, organization, one);
    for (const one of history.budgets.filter((found) => found.organization === organization.label))
      await readBudget(world, organization, one);
    events.push(...(await readEvents(world, organization)));
  }
  const named = { messages, events };
  const people = { contacts: [] as ContactEnd[], conversations: [] as ConversationEnd[] };
  for (const organization of organizations) {
    people.contacts.push(...(await readContacts(world, organization, named)));
    people.conversations.push(...(await readConversations(world, organization, named)));
  }
  history.arrivals = await readArrivals(world, messages);
  const inbound = await readInbound(world);
  const tables = await world.stage.postgres.countRows();
  const documented = history.end.documented.length > 0 ? history.end.documented : await readReference(world);
  history.end = { at: world.now(), messages, events, ...people, documented, tables, ...inbound };
}

async function readMessages(world: World, { key, label }: LiveOrganization): Promise<MessageRecord[]> {
  const rows = await readAll(world, key, "/v1/messages");
  return rows.map((row) => ({
    ...{ id: row.id, organization: label, channel: row.channel_id, direction: row.direction },
    ...{ contact: row.contact_id, conversation: row.conversation_id },
    ...{
      providerId: row.provider_message_id,
      author: row.author?.kind ?? null,
      text: automaticText(label, row) ?? boughtText(row) ?? row.text ?? "",
      status: row.status,
      error: row.error?.code ?? null,
    },
    statuses: row.status_history.map(({ status }: { status: string }) => status),
    possibleDuplicate: row.possible_duplicate,
  }));
}

async function readEvents(world: World, { key, label }: LiveOrganization): Promise<LoggedEvent[]> {
  const events: LoggedEvent[] = [];
  let after: string | null = "beginning";
  while (after !== null) {
    const path = `/v1/events?limit=100&include_tests=true&after=${encodeURIComponent(after)}`;
    const answer = await insist(world, key, "GET", path);
    if (answer?.status !== 200) break;
    for (const { id, type, created_at, body } of answer.body.data)
      events.push({ id, organization: label, type, at: world.since(created_at), body });
    after = answer.body.meta.next_cursor;
  }
  return events;
}

/** The messages that people got, by the texts of the records. */
async function readArrivals(world: World, messages: MessageRecord[]): Promise<Arrival[]> {
  const texts = new Map(messages.map(({ id, text }) => [id, text]));
  const channels = world.organizations.flatMap(({ channels }) => channels);
  const read = (path: string) => order(world, "GET", path);
  const official = (await readCalls(read)).map((call, n) => ({
    text: texts.get(call.biz_opaque_callback_data) ?? `an unknown ${call.biz_opaque_callback_data}`,
    channel: channels.find(({ phoneNumberId }) => phoneNumberId === call.phone_number_id)?.id ?? "",
    ...{ person: call.to, order: n, at: world.since(call.at), quotes: call.quotes ?? null },
  }));
  return [...official, ...(await readPhones(world, read))];
}

async function readPhones(world: World, read: Read): Promise<Arrival[]> {
  const arrivals: Arrival[] = [];
  for (const { channels, plan } of world.organizations) {
    const paired = plan.conversations.filter((one) => channels[one.channel]?.phoneNumberId === null);
    for (const { channel, person } of paired.filter(isFirst)) {
      const { id = "", number = "" } = channels[channel] ?? {};
      const theirs = await readPhone(read, person, number);
      arrivals.push(
        ...theirs.map(({ text, at, content }, n) => ({
          ...{ text: text ?? "", channel: id, person, order: n, at: world.since(at) },
          quotes: content.extendedTextMessage?.contextInfo?.stanzaId ?? null,
        })),
      );
    }
  }
  return arrivals;
}

function isFirst<One extends { person: string }>({ person }: One, index: number, all: One[]): boolean {
  return all.findIndex((other) => other.person === person) === index;
}

/** The inbound calls that are not processed, by a daemon's metrics. */
async function readInbound({ stage }: World): Promise<{ inboundWaiting: number; inboundFailed: number }> {
  const answer = await fetch(`http://localhost:${stage.daemons[0]?.metricsPort}/metrics`).catch(() => null);
  const text = (await answer?.text()) ?? "";
  const value = (name: string) => Number(new RegExp(`^${name} (\\d+)`, "m").exec(text)?.[1] ?? Number.NaN);
  return { inboundWaiting: value("waypost_inbound_waiting"), inboundFailed: value("waypost_inbound_failed") };
}

/** The statuses that the API's reference names for each operation. */
async function readReference({ stage, organizations }: World) {
  const headers = { "x-api-key": organizations[0]?.key.secret ?? "" };
  const answer = await fetch(`http://127.0.0.1:${stage.daemons[0]?.port}/openapi.json`, { headers }).catch(
    () => null,
  );
  if (answer?.ok !== true) return [];
  const document = (await answer.json()) as { paths: Record<string, Record<string, { responses?: object }>> };
  return Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { responses = {} }]) => ({
      ...{ method: method.toUpperCase(), path, statuses: Object.keys(responses).map(Number) },
    })),
  );
}
