import type { BodyOf } from "../../../daemon/start/types/routes.ts";
import type { Client } from "../../lib/api/client.ts";
import type { FoundNumber, Installation } from "./read/found.ts";

const ROUTE = "POST /v1/channels/{id}/past";
const TIMEOUT_MS = 120_000;
/** A body has less than this, so that it is taken; one message is a small part of it. */
const MOST_CHARACTERS = 8 * 1024 * 1024;

export type MovedMessages = { stored: number; known: number; too_old: number; left_out: number };

type Where = { client: Client; kind: Installation["kind"]; channelId: string };

/** Moves whom a number knows. Returns how many there are. */
export async function movePeople({ client, kind, channelId }: Where, number: FoundNumber): Promise<number> {
  let moved = 0;
  for await (const people of number.people()) {
    if (people.length > 0) await send(client, channelId, { from: kind, people });
    moved += people.length;
  }
  return moved;
}

/** Moves a number's messages, a page at a time; `said` hears how many were read so far. */
export async function moveMessages(
  { client, kind, channelId }: Where,
  number: FoundNumber,
  said: (read: number) => void,
): Promise<MovedMessages> {
  const total = { stored: 0, known: 0, too_old: 0, left_out: 0 };
  let read = 0;
  for await (const page of number.messages()) {
    const messages = page.filter((message) => message !== null);
    total.left_out += page.length - messages.length;
    for (const some of inBodies(messages)) {
      const kept = await send(client, channelId, { from: kind, messages: some });
      for (const name of ["stored", "known", "too_old", "left_out"] as const) total[name] += kept[name];
    }
    read += page.length;
    said(read);
  }
  return total;
}

async function send(client: Client, id: string, body: BodyOf<typeof ROUTE>) {
  return await client.call(ROUTE, { path: { id }, body }, { timeoutMs: TIMEOUT_MS });
}

/** The same in their order, in parts that a body has room for. */
function* inBodies<Message>(messages: readonly Message[]): Generator<Message[]> {
  let [some, characters]: [Message[], number] = [[], 0];
  for (const message of messages) {
    const { length } = JSON.stringify(message);
    if (some.length > 0 && characters + length > MOST_CHARACTERS) {
      yield some;
      [some, characters] = [[], 0];
    }
    some.push(message);
    characters += length;
  }
  if (some.length > 0) yield some;
}
