import type { BinaryNode, SocketConfig, WASocket } from "baileys";
import { setNewest } from "../../../lib/bounded.ts";
import type { Unserved } from "../../inbound.ts";
import type { WhatsAppWebSession } from "../connection/session.ts";
import { takeOver } from "../library/inside/take-over.ts";
import { type Original, RecordsUnavailable, type WhatsAppWebRecords } from "../send/records.ts";
import type { RetryingQueue } from "./retrying-queue.ts";

/** A phone asks for a message that it can't read so often. */
const MOST_COPIES = 5;
/** Requests whose copies are counted. */
const MOST_REMEMBERED = 10_000;

/** How many copies of a message WhatsApp took for a device: kept across the sockets of a session. */
export type CopiesSent = Map<string, number>;

/** Requests for copies of messages on one socket. */
export type AskedAgain = {
  /** The message that a request is about, while it is answered. */
  message(id: string): Original | undefined;
  /** WhatsApp took a message under this id. */
  taken(id: string): void;
};

type Answering = {
  session: WhatsAppWebSession;
  socket: WASocket;
  records: Pick<WhatsAppWebRecords, "find" | "receive">;
  queue: Pick<RetryingQueue, "beside">;
  sent: CopiesSent;
  /** Baileys' own count, which takes each request twice, and those that a lost connection ended. */
  counters: NonNullable<SocketConfig["msgRetryCounterCache"]>;
};

/**
 * Gives Baileys a phone's request for a copy once the message is at hand: it acknowledges what fails, too, and the person
 * would wait for the message for ever. While the database is away the requests wait here, in order, at longest until the
 * session's lease runs out; WhatsApp then repeats them at the next login. One that can't be answered is recorded.
 */
export function answerRequests(answering: Answering): AskedAgain {
  const { socket, sent, counters } = answering;
  const found = new Map<string, Original>();
  const expected = new Map<string, string[]>();

  takeOver(socket.ws, "CB:receipt", async (request, readers) => {
    const isRequest = request.attrs.type === "retry";
    const { id, device } = askerOf(request);
    if (isRequest) {
      const original = await findFor(answering, id, device);
      if (original === null) return void (await socket.sendMessageAck(request).catch(() => {}));
      await counters.del(`${id}:${device}`);
      found.set(id, original);
      expected.set(id, [...(expected.get(id) ?? []), device]);
    }
    for (const read of readers) await read(request);
    if (isRequest) found.delete(id);
  });

  return {
    message: (id) => found.get(id),
    taken(id) {
      const [device, ...others] = expected.get(id) ?? [];
      if (device === undefined) return;
      if (others.length > 0) expected.set(id, others);
      else expected.delete(id);
      const key = `${id} ${device}`;
      setNewest(sent, key, (sent.get(key) ?? 0) + 1, MOST_REMEMBERED);
    },
  };
}

function askerOf({ attrs }: BinaryNode): { id: string; device: string } {
  return { id: attrs.id ?? "", device: attrs.participant ?? attrs.from ?? "" };
}

/** The message that is asked for; null, and recorded, where it can't be given. Rejects when the connection ends before. */
async function findFor(answering: Answering, id: string, device: string): Promise<Original | null> {
  const { session, records, queue, sent } = answering;
  const isSpent = (sent.get(`${id} ${device}`) ?? 0) >= MOST_COPIES;
  let original: Original | null = null;
  await queue.beside(async () => {
    original = isSpent ? null : await records.find(session, id).catch(unlessUnavailable);
    if (original !== null) return;
    const why: Unserved["why"] = isSpent ? "asked_too_often" : "not_kept";
    await records.receive(session, [{ kind: "unserved", providerMessageId: id, device, why }]);
  });
  return original;
}

/** What can't be opened now never will be. */
function unlessUnavailable(cause: unknown): null {
  if (cause instanceof RecordsUnavailable) throw cause;
  return null;
}
