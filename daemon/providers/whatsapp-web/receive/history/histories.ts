import type { Logger } from "pino";
import { sleep } from "../../../../lib/sleep.ts";
import { knownGroupsOf } from "../../groups/known-groups.ts";
import { openLibrary } from "../../library/library.ts";
import { keepTimer } from "../../send/chat-timer.ts";
import { FileRefused, type ReadPast } from "../../send/records.ts";
import { knownFacts } from "../people.ts";
import { createRetryingQueue } from "../retrying-queue.ts";
import { readingOf, type SessionParts } from "../session-reading.ts";
import type { Learnt } from "./digest.ts";
import type { HistoryNotification } from "./notification.ts";
import { readPastMessages } from "./past-messages.ts";
import { type HistoryRead, readHistory } from "./read.ts";
import { type BorrowFile, HistoryGone, type OpenCompressed, withHistory } from "./source.ts";
import { createSubjects } from "./subjects.ts";
import { keepTokens } from "./tokens.ts";
import { pastSince } from "./wanted.ts";

export type HistoryDependencies = Omit<SessionParts, "groups"> & {
  borrow: BorrowFile;
  log: Logger;
  /** Called when the phone has answered a question for earlier messages, and all is stored. */
  onAnswer(): void;
};

/** The parts of the phone's history that come through one socket, beside everything else that comes in. */
export type Histories = {
  /** Reads a part after those before it. The session may forget its message (by WhatsApp's id) once all is stored. */
  add(id: string, notification: HistoryNotification): void;
  /** The socket is over: the next one finds what is unfinished. */
  end(): void;
};

/** A host that has no file for us may have it when the number connects the next time. */
const MOST_ATTEMPTS = 20;

/** Learns of histories whom the phone knows, and how, and stores their messages where the channel wants them; nothing of it makes events. */
export function createHistories(dependencies: HistoryDependencies): Histories {
  const { log, session } = dependencies;
  const about = { channel: session.channelId };
  const controller = new AbortController();
  const known = new Set<string>();
  const queue = createRetryingQueue((cause) => {
    if (!controller.signal.aborted)
      log.warn({ ...about, err: cause }, "the phone's history can't be read yet");
  });
  return {
    add(id, notification) {
      if (known.has(id)) return;
      known.add(id);
      let attempts = 0;
      queue.add(async () => {
        attempts += 1;
        try {
          await take(dependencies, id, notification, controller.signal);
        } catch (cause) {
          if (!(cause instanceof FileRefused) || attempts < MOST_ATTEMPTS) throw cause;
          log.warn({ ...about, err: cause }, "the phone's history waits for the next connection");
        }
      });
    },
    end() {
      queue.end();
      controller.abort();
    },
  };
}

async function take(
  dependencies: HistoryDependencies,
  id: string,
  notification: HistoryNotification,
  signal: AbortSignal,
): Promise<void> {
  const { session, log } = dependencies;
  const about = { channel: session.channelId, message: id };
  const library = await openLibrary();
  try {
    await withHistory({ ...dependencies, library, signal }, notification, async (open) => {
      const subjects = createSubjects(library);
      const store = async (learnt: Learnt) => {
        subjects.add(learnt.people);
        await storeLearnt(dependencies, learnt, signal);
      };
      const read = await readHistory(library, open(), store);
      const since = pastSince(library, session.settings(), notification, new Date());
      // after its people: whose number and LID are known has one conversation
      const past =
        since === null
          ? 0
          : await takePast(dependencies, open, { since, subjects: subjects.all, signal, notification });
      logRead(log, { ...about, past }, read);
    });
  } catch (cause) {
    if (!(cause instanceof HistoryGone)) throw cause;
    log.warn({ ...about, err: cause }, "a part of the phone's history is not there any more");
  }
  await session.settle([id]);
}

type Wanted = {
  since: Date;
  subjects: ReadonlyMap<string, string>;
  signal: AbortSignal;
  notification: HistoryNotification;
};

/** Stores the messages of a part; returns how many of them. */
async function takePast(
  dependencies: HistoryDependencies,
  open: OpenCompressed,
  { since, subjects, signal, notification }: Wanted,
): Promise<number> {
  const { session, socket, records, onAnswer } = dependencies;
  const reading = await readingOf({ ...dependencies, groups: knownGroupsOf(socket) });
  if (reading === null) return 0;
  const hearsGroups = session.settings().groups === true;
  const past = { ...reading, since, subjects, hearsGroups };
  const isAnswer = notification.syncType === reading.library.proto.Message.HistorySyncType.ON_DEMAND;
  let stored = 0;
  const answer: ReadPast[] = [];
  await readPastMessages(past, open(), async (some) => {
    signal.throwIfAborted();
    if (isAnswer) {
      answer.unshift(...some);
      return;
    }
    const began = performance.now();
    stored += await records.storePast(
      session,
      some.map(({ message }) => message),
    );
    // the past can wait: half of the time belongs to what comes in now
    await sleep(performance.now() - began, signal);
  });
  if (!isAnswer) return stored;
  // few: as many as were asked for
  const kept = await records.keepAnswer(session, notification.peerDataRequestSessionId ?? null, answer);
  onAnswer();
  return kept;
}

function logRead(log: Logger, about: object, read: HistoryRead): void {
  const { damage, ...found } = read;
  if (damage === null && found.broken === 0) log.info({ ...about, ...found }, "the phone's history was read");
  else log.warn({ ...about, ...found, damage }, "the phone's history was damaged: the rest of it was read");
}

async function storeLearnt(
  { records, session, socket }: HistoryDependencies,
  { people, pairs, tokens, timers }: Learnt,
  signal: AbortSignal,
): Promise<void> {
  signal.throwIfAborted();
  const library = await openLibrary();
  const facts = knownFacts(library, people);
  if (facts.length > 0) await records.receive(session, facts);
  await socket.signalRepository.lidMapping.storeLIDPNMappings(pairs);
  await keepTokens(socket, tokens);
  for (const { jid, seconds, at } of timers) await keepTimer(socket, jid, { seconds, at });
}
