import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { firstAnswerAt } from "../api/call.ts";
import { announceChange, onChange } from "../api/changed.ts";
import { noteAnswer, useIsAnswered } from "../api/connection.ts";
import { readAgain } from "../api/queries.ts";
import { BASE } from "../api/root.ts";
import { createChanges } from "./changes.ts";
import { type LiveEvent, LONGEST_GAP_MS, type Place, readStream } from "./reader.ts";
import { HAS_LOCKS, readInTurn } from "./turns.ts";

/** What the tab that reads tells the others. */
type Told =
  | { kind: "event"; event: LiveEvent }
  | { kind: "heard" }
  /** What this user changed in one tab, which may be no event. */
  | { kind: "changed"; path: string }
  | { kind: "lost" }
  | { kind: "open"; isWhole: boolean };

/** The tabs of one user hear each other, and nobody else's. */
const nameFor = (user: string) => `waypost${BASE} ${user}`;
/** A moment without the stream is nothing to worry somebody with. */
const QUIET_MS = 2000;
type Listener = {
  onEvent: (event: LiveEvent, isReader: boolean) => void;
  onGap: () => void;
  onPassing: (event: LiveEvent) => void;
};
/** What views heard of themselves, such as the inbox its typing people. */
const listeners = new Set<Listener>();

/**
 * Keeps what is shown true, by one event stream for all tabs of a browser: the one that holds the lock reads it, and
 * tells the others. After a gap, everything that is shown is read again. `onOpenAgain` hears of each stream but the
 * first: another daemon may answer by then. Returns whether it is connected; in the shell.
 */
export function useLive(
  user: string,
  isAllowed: boolean,
  onRefused: () => Promise<void>,
  onOpenAgain: () => void,
): boolean {
  const client = useQueryClient();
  const [isConnected, setConnected] = useState(true);
  const isAnswered = useIsAnswered();
  const refused = useRef(onRefused);
  refused.current = onRefused;
  const openAgain = useRef(onOpenAgain);
  openAgain.current = onOpenAgain;
  useEffect(() => {
    if (!isAllowed) return;
    const changes = createChanges(client);
    const stop = new AbortController();
    const channel = HAS_LOCKS ? new BroadcastChannel(nameFor(user)) : null;
    let isFirst = true;
    let lostTimer: ReturnType<typeof setTimeout> | undefined;
    // a tab that takes over begins after what it has heard, or when its page was loaded
    let place: Place = { since: firstAnswerAt() };
    let heardAt = Date.now();
    const silence = () => Date.now() - heardAt;
    const hear = (told: Told, isReader: boolean) => {
      heardAt = Date.now();
      if (told.kind === "lost") {
        clearTimeout(lostTimer);
        lostTimer = setTimeout(setConnected, QUIET_MS, false);
        return;
      }
      noteAnswer();
      if (told.kind === "heard") return;
      if (told.kind === "changed") {
        announceChange(told.path, false);
        void readAgain(client, told.path);
        return;
      }
      if (told.kind === "event") {
        const { id } = told.event;
        if (id === null) {
          for (const listener of listeners) listener.onPassing(told.event);
          return;
        }
        place = { after: id };
        changes(told.event);
        for (const listener of listeners) listener.onEvent(told.event, isReader);
        return;
      }
      clearTimeout(lostTimer);
      setConnected(true);
      if (!isReader || !isFirst) openAgain.current();
      isFirst = false;
      if (told.isWhole) return;
      void client.invalidateQueries();
      for (const listener of listeners) listener.onGap();
    };
    const tell = (told: Told) => {
      channel?.postMessage(told);
      hear(told, true);
    };
    if (channel !== null) channel.onmessage = ({ data }: MessageEvent<Told>) => hear(data, false);
    const stopChanges = onChange((path, isOwn) => {
      if (isOwn) channel?.postMessage({ kind: "changed", path } satisfies Told);
    });
    const takeOver = readInTurn(nameFor(user), stop.signal, (signal) =>
      readStream(
        {
          onEvent: (event) => tell({ kind: "event", event }),
          onHeard: () => tell({ kind: "heard" }),
          onOpen: (isWhole) => tell({ kind: "open", isWhole }),
          onLost: () => tell({ kind: "lost" }),
          onRefused: () => refused.current(),
        },
        silence() > LONGEST_GAP_MS ? null : place,
        signal,
      ),
    );
    const watch = setInterval(() => {
      if (silence() > LONGEST_GAP_MS && !document.hidden) takeOver();
    }, LONGEST_GAP_MS / 4);
    return () => {
      stop.abort();
      stopChanges();
      clearTimeout(lostTimer);
      clearInterval(watch);
      channel?.close();
    };
  }, [user, isAllowed, client]);
  return isConnected && isAnswered;
}

/**
 * Hears each event itself, for what is no change of what was read; `isReader` is true in one tab of a browser alone.
 * `onGap` hears that some may have been missed, and `onPassing` what is in no log and changes nothing that was read.
 */
export function useLiveEvents(
  onEvent: Listener["onEvent"],
  onGap: Listener["onGap"] = () => {},
  onPassing: Listener["onPassing"] = () => {},
): void {
  const current = useRef({ onEvent, onGap, onPassing });
  current.current = { onEvent, onGap, onPassing };
  useEffect(() => {
    const listener: Listener = {
      onEvent: (event, isReader) => current.current.onEvent(event, isReader),
      onGap: () => current.current.onGap(),
      onPassing: (event) => current.current.onPassing(event),
    };
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  }, []);
}

/** Hears what is in no log, such as who types. */
export function usePassingEvents(onPassing: Listener["onPassing"]): void {
  useLiveEvents(ignore, ignore, onPassing);
}

function ignore(): void {}
