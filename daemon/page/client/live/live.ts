import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { firstAnswerAt } from "../api/call.ts";
import { BASE } from "../api/root.ts";
import { createChanges } from "./changes.ts";
import { type LiveEvent, type Place, readStream } from "./reader.ts";

/** What the tab that reads tells the others. */
type Told = { kind: "event"; event: LiveEvent } | { kind: "lost" } | { kind: "open"; isWhole: boolean };

const NAME = `waypost${BASE}`;
/** A moment without the stream is nothing to worry somebody with. */
const QUIET_MS = 2000;
/** What views heard of themselves, such as the inbox its typing people. */
const listeners = new Set<(event: LiveEvent) => void>();

/**
 * Keeps what is shown true, by one event stream for all tabs of a browser: the one that holds the lock reads it, and
 * tells the others. After a gap, everything that is shown is read again. Returns whether it is connected; in the shell.
 */
export function useLive(isAllowed: boolean, onRefused: () => Promise<void>): boolean {
  const client = useQueryClient();
  const [isConnected, setConnected] = useState(true);
  const refused = useRef(onRefused);
  refused.current = onRefused;
  useEffect(() => {
    if (!isAllowed) return;
    const changes = createChanges(client);
    const stop = new AbortController();
    const channel = new BroadcastChannel(NAME);
    let lostTimer: ReturnType<typeof setTimeout> | undefined;
    // a tab that takes over begins after what it has heard, or when its page was loaded
    let place: Place = { since: firstAnswerAt() };
    const hear = (told: Told) => {
      if (told.kind === "event") {
        place = { after: told.event.id };
        changes(told.event);
        for (const listener of listeners) listener(told.event);
        return;
      }
      clearTimeout(lostTimer);
      if (told.kind === "lost") lostTimer = setTimeout(setConnected, QUIET_MS, false);
      else {
        setConnected(true);
        if (!told.isWhole) void client.invalidateQueries();
      }
    };
    const tell = (told: Told) => {
      channel.postMessage(told);
      hear(told);
    };
    channel.onmessage = ({ data }: MessageEvent<Told>) => hear(data);
    void withLock(stop.signal, () =>
      readStream(
        {
          onEvent: (event) => tell({ kind: "event", event }),
          onOpen: (isWhole) => tell({ kind: "open", isWhole }),
          onLost: () => tell({ kind: "lost" }),
          onRefused: () => refused.current(),
        },
        place,
        stop.signal,
      ),
    );
    return () => {
      stop.abort();
      clearTimeout(lostTimer);
      channel.close();
    };
  }, [isAllowed, client]);
  return isConnected;
}

/** Hears each event itself, for what is no change of what was read. */
export function useLiveEvents(onEvent: (event: LiveEvent) => void): void {
  const current = useRef(onEvent);
  current.current = onEvent;
  useEffect(() => {
    const listener = (event: LiveEvent) => current.current(event);
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  }, []);
}

/** Works while no other tab does. Browsers lend locks over https and on this machine; elsewhere each tab works. */
async function withLock(signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  if (navigator.locks === undefined) return await work();
  await navigator.locks.request(NAME, { signal }, work).catch((cause: unknown) => {
    if (!signal.aborted) throw cause;
  });
}
