import type { BaileysEventMap, BinaryNode, WASocket } from "baileys";
import type { Logger } from "pino";
import type { InboundFact } from "../../inbound.ts";
import type { Copies, UndecryptedReason } from "../connection/incoming/copies.ts";
import type { SessionListener, WhatsAppWebSession } from "../connection/session.ts";
import { changedGroups, type KnownGroups, knownGroupsOf } from "../groups/known-groups.ts";
import { type Reader, takeOver } from "../library/inside/take-over.ts";
import { openLibrary } from "../library/library.ts";
import type { Acks } from "../send/acks.ts";
import { refusedBy } from "../send/errors.ts";
import type { WhatsAppWebRecords } from "../send/records.ts";
import { askForRestrictions, isAsking, onCapping, onReachoutLock, stopAsking } from "../send/restriction.ts";
import { arrivedOf, isNotice, recover, takeWaiting, withoutHistory } from "./arrivals.ts";
import { type AskedAgain, answerRequests, type CopiesSent } from "./asked-again.ts";
import { type Away, createAway } from "./happened/away.ts";
import { type Beginning, rejectCall, takeCall } from "./happened/calls.ts";
import { readNumberChange } from "./happened/number-change.ts";
import { hearPhone, openPhone } from "./happened/on-phone.ts";
import { createHistories, type Histories } from "./history/histories.ts";
import type { BorrowFile } from "./history/source.ts";
import { forgetPictures, pair } from "./people.ts";
import type { Arrived } from "./reading.ts";
import { readElsewhere, readReceipt, statusFact } from "./receipts.ts";
import { createRetryingQueue, type RetryingQueue } from "./retrying-queue.ts";
import { ownJid, phoneFinder } from "./session-reading.ts";
import { holdBack, inTurn, tapEvents } from "./taps.ts";

export type ListenDependencies = {
  records: WhatsAppWebRecords;
  acks: Acks;
  /** A copy of a message came that could not be decrypted. */
  undecrypted(reason: UndecryptedReason): void;
  /** Has the files of histories on the disk while they are read. */
  borrow: BorrowFile;
  log: Logger;
};

/** One socket that is listened to. */
type Listening = ListenDependencies &
  Away & {
    session: WhatsAppWebSession;
    socket: WASocket;
    queue: RetryingQueue;
    groups: KnownGroups;
    histories: Histories;
    /** Calls that somebody took, or that were reported. */
    settled: Map<string, true>;
    /** What only the beginning of a call says, by the ids of the calls. */
    begun: Map<string, Beginning>;
    /** Messages that came in and are not stored yet, in order. */
    waiting: Arrived[];
  };

/**
 * Reads what comes in through every session and hands it on as facts, in the
 * order it came. A receipt or a call is stored before it is acknowledged to
 * WhatsApp, a message before the session may forget it.
 */
export function createSessionListener(dependencies: ListenDependencies): SessionListener {
  const histories = new WeakMap<WASocket, Histories>();
  const awayOf = createAway(dependencies.records, dependencies.log);
  const copies = new WeakMap<WhatsAppWebSession, { sent: CopiesSent; asked?: AskedAgain }>();
  const listen = (session: WhatsAppWebSession, socket: WASocket) => {
    const away = awayOf(session);
    const onAnswer = away.filling.goOn;
    const ofSocket = histories.get(socket) ?? createHistories({ ...dependencies, session, socket, onAnswer });
    histories.set(socket, ofSocket);
    return { ...listeningTo(dependencies, session, socket, ofSocket), ...away };
  };
  return {
    onSocket(session, socket, { why, retryCounters: counters }) {
      const listening = listen(session, socket);
      const { sent } = copies.get(session) ?? { sent: new Map() };
      const asked = answerRequests({ ...listening, sent, counters });
      copies.set(session, { sent, asked });
      tapEvents(socket.ev, (event, data) => {
        if (event === "messages.upsert")
          onMessages(listening, data as BaileysEventMap["messages.upsert"], why);
        else onEvent(listening, event, data);
      });
      socket.ws.on("CB:ack,class:message", (node: BinaryNode) => {
        if (node.attrs.error === undefined) asked.taken(node.attrs.id ?? "");
        onAck(listening, node);
      });
      inTurn(socket.ws, "CB:message");
      takeOver(socket.ws, "CB:notification", (node, readers) => onNotification(listening, node, readers));
      holdBack(socket.ws, "CB:receipt", (node) => onReceipt(listening, node));
      holdBack(socket.ws, "CB:call", (node) => onCall(listening, node));
      socket.ev.on("connection.update", ({ connection }) => {
        if (connection !== "close") return;
        listening.queue.end();
        listening.histories.end();
        dependencies.acks.lose(session.channelId);
      });
    },
    onOpen(session, socket) {
      const listening = listen(session, socket);
      socket.ev.on("connection.update", ({ connection }) => {
        if (connection !== "close") return;
        listening.queue.end();
        stopAsking(socket);
      });
      listening.queue.add(() => recover(listening));
      openPhone(listening);
      // not in the queue: nothing waits for the result
      void askForRestrictions(listening).catch((cause: unknown) =>
        dependencies.log.warn({ err: cause, channel: session.channelId }, "restrictions are not known"),
      );
    },
    onConnected: (session) => awayOf(session).filling.soon(),
    async getMessage(session, { id }) {
      const asked = copies.get(session)?.asked?.message(id ?? "");
      const original = asked ?? (id ? await dependencies.records.find(session, id) : null);
      if (original === null) return undefined;
      const library = await openLibrary();
      return library.proto.Message.decode(original.message);
    },
  };
}

function listeningTo(
  dependencies: ListenDependencies,
  session: WhatsAppWebSession,
  socket: WASocket,
  histories: Histories,
): Omit<Listening, keyof Away> {
  const { log } = dependencies;
  const queue = createRetryingQueue((cause) =>
    log.warn({ err: cause, channel: session.channelId }, "what came in could not be stored yet"),
  );
  return {
    ...dependencies,
    session,
    socket,
    queue,
    groups: knownGroupsOf(socket),
    histories,
    settled: new Map(),
    begun: new Map(),
    waiting: [],
  };
}

function onMessages(
  listening: Listening,
  { messages, type }: BaileysEventMap["messages.upsert"],
  why: Copies["why"],
): void {
  const { queue, waiting, undecrypted, histories, session, filling } = listening;
  // Baileys changes messages it holds when an edit or a revocation follows: keep them as they are now
  const arrived = withoutHistory(
    histories,
    messages.map((message) => ({ ...arrivedOf(message, why(message)), isKept: type === "append" })),
  );
  for (const one of arrived) if (one.undecrypted !== null) undecrypted(one.undecrypted);
  // Baileys acknowledges these as soon as they are read
  for (const one of arrived) if (isNotice(one)) session.keepNotice(one.key.id ?? "", JSON.stringify(one));
  if (type === "append") filling.soon();
  waiting.push(...arrived);
  queue.add(() => takeWaiting(listening));
}

function onEvent(listening: Listening, event: keyof BaileysEventMap, data: unknown): void {
  const { queue, groups } = listening;
  for (const id of changedGroups(event, data)) groups.forget(id);
  switch (event) {
    case "lid-mapping.update":
      queue.add(() => pair(listening, data as BaileysEventMap["lid-mapping.update"]));
      break;
    case "contacts.update":
      queue.add(() => forgetPictures(listening, data as BaileysEventMap["contacts.update"]));
      break;
    case "connection.update": {
      const { reachoutTimeLock } = data as BaileysEventMap["connection.update"];
      if (reachoutTimeLock !== undefined && !isAsking(listening.socket))
        queue.add(() => onReachoutLock(listening, reachoutTimeLock));
      break;
    }
    case "message-capping.update":
      queue.add(() => onCapping(listening, data as BaileysEventMap["message-capping.update"]));
      break;
    default:
      hearPhone(listening, event, data);
  }
}

/** Somebody of the address book changed: that is stored before Baileys acknowledges it. Others are read at once. */
async function onNotification(
  { session, records, queue }: Listening,
  node: BinaryNode,
  readers: readonly Reader[],
): Promise<void> {
  if (node.attrs.type === "contacts")
    await inOrder(queue, async () => {
      const facts = readNumberChange(await openLibrary(), node);
      if (facts.length > 0) await records.receive(session, facts);
    });
  for (const read of readers) void read(node);
}

/** Handles the stanza of a call. Resolves once its outcome is stored. */
async function onCall(listening: Listening, node: BinaryNode): Promise<void> {
  const { session, socket, queue } = listening;
  const library = await openLibrary();
  const calls = { ...listening, library, findPhone: phoneFinder(library, socket), isOwn: ownJid(session) };
  await inOrder(queue, () => takeCall(calls, node));
  await rejectCall(calls, node, (work) => inOrder(queue, work));
}

/** Does work in its turn among what comes in. Resolves when it is done; never, if the connection ends before. */
function inOrder(queue: RetryingQueue, work: () => Promise<void>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  queue.add(async () => {
    await work();
    resolve();
  });
  return promise;
}

/** WhatsApp accepted or refused a message that was sent. */
function onAck({ acks, session, records, queue }: Listening, { attrs }: BinaryNode): void {
  const { id, error } = attrs;
  if (id === undefined) return;
  const ack =
    error === undefined ? ({ kind: "taken" } as const) : ({ kind: "refused", code: error } as const);
  if (acks.give(session.channelId, id, ack)) return;
  // the acknowledgement came late: nobody waits for it any more
  const fact =
    error === undefined
      ? statusFact(id, "sent", new Date())
      : statusFact(id, "failed", new Date(), refusedBy(error).error);
  queue.add(() => records.receive(session, [fact]));
}

/**
 * Resolves once what the receipt says is stored. WhatsApp sends what is not acknowledged again only at the next login,
 * which may be weeks away: so it is tried again meanwhile.
 */
async function onReceipt(listening: Listening, node: BinaryNode): Promise<void> {
  const { acks, session, records, queue } = listening;
  const store = (facts: InboundFact[]) => queue.beside(() => records.receive(session, facts));
  const seen = readElsewhere(node, ownJid(session));
  if (seen.length > 0) return await store([{ kind: "seen", providerMessageIds: seen }]);
  const facts = readReceipt(node);
  for (const { providerMessageId } of facts)
    acks.give(session.channelId, providerMessageId, { kind: "taken" });
  // a receipt from another device of the account says no more than WhatsApp's own acknowledgement
  const news = facts.filter(({ status }) => status !== "sent");
  if (news.length > 0) await store(news);
}
