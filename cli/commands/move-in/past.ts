import type { BodyOf } from "../../../daemon/start/types/routes.ts";
import type { Client } from "../../lib/api/client.ts";
import { Failure } from "../../lib/failures/failure.ts";
import type { FoundMessage, FoundNumber, Installation } from "./read/found.ts";

const ROUTE = "POST /v1/channels/{id}/past";
const TIMEOUT_MS = 120_000;
/** A body has less than this, so that it is taken; one message is a small part of it. */
const MOST_CHARACTERS = 8 * 1024 * 1024;

export type MovedMessages = { stored: number; known: number; too_old: number; left_out: number };

type Where = { client: Client; kind: Installation["kind"]; channelId: string };

/** Moves a number's contacts. Returns how many there are. */
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
    for (const some of inBodies(messages))
      for (const kept of await sendTaken(some, (messages) =>
        send(client, channelId, { from: kind, messages }),
      ))
        for (const name of ["stored", "known", "too_old", "left_out"] as const) total[name] += kept[name];
    read += page.length;
    said(read);
  }
  return total;
}

async function send(client: Client, id: string, body: BodyOf<typeof ROUTE>) {
  return await client.call(ROUTE, { path: { id }, body }, { timeoutMs: TIMEOUT_MS });
}

/** The statuses of a body that is refused for what is in it. */
const REFUSED = [400, 413, 422];
const ONE_LEFT_OUT: MovedMessages = { stored: 0, known: 0, too_old: 0, left_out: 1 };

/** Sends all that is taken: of what is refused as a whole, each half for itself, and one that is refused is left out. */
async function sendTaken(
  messages: FoundMessage[],
  send: (messages: FoundMessage[]) => Promise<MovedMessages>,
): Promise<MovedMessages[]> {
  try {
    return [await send(messages)];
  } catch (error) {
    if (!(error instanceof Failure) || !REFUSED.includes(error.details.status ?? 0)) throw error;
    if (messages.length === 1) return [ONE_LEFT_OUT];
    const half = Math.ceil(messages.length / 2);
    return [
      ...(await sendTaken(messages.slice(0, half), send)),
      ...(await sendTaken(messages.slice(half), send)),
    ];
  }
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
