import { call, type ResponseOf } from "../../../api/call.ts";
import { draftOf, onDraft } from "../../../parts/fields/drafts.ts";
import type { Place } from "../box/place.ts";

type Said = ResponseOf<"PUT /v1/conversations/{id}/activity">;
type State = "viewing" | "typing";

const LOOK_MS = 1000;
/** Who only passes by, on the way to another conversation, is not there. */
const STAYS_MS = 1000;
/** What lasts is said again before the daemon forgets it, after 15 seconds. */
const VIEWING_AGAIN_MS = 10_000;
const TYPING_AGAIN_MS = 5000;
/** Who stopped for so long is not typing any more. */
const PAUSE_MS = 5000;
/** After so long without a touch, nobody is there any more; a page that is left alone asks nothing. */
const GONE_MS = 60_000;

/**
 * Says that somebody has a conversation open, and when they type in it, while the page is seen and used. `onAnswer` gets
 * who is there. Returns what says that they left.
 */
export function beginBeat(place: Place, onAnswer: (said: Said) => void): () => void {
  const openedAt = performance.now();
  let text = draftOf(place);
  let typedAt = Number.NEGATIVE_INFINITY;
  let touchedAt = performance.now();
  let last: { state: State; at: number } | null = null;

  function wanted(now: number): State | null {
    if (document.hidden || now - touchedAt > GONE_MS) return null;
    return text.trim() !== "" && now - typedAt < PAUSE_MS ? "typing" : "viewing";
  }

  function say(state: State | "left"): void {
    const request = { path: { id: place.conversationId }, body: { state } };
    // it is said again soon, or over soon
    void call("PUT /v1/conversations/{id}/activity", request).then(onAnswer, () => {});
  }

  function look(): void {
    const now = performance.now();
    if (now - openedAt < STAYS_MS) return;
    const state = wanted(now);
    if (state === last?.state) {
      const again = state === "typing" ? TYPING_AGAIN_MS : VIEWING_AGAIN_MS;
      if (now - last.at < again) return;
    } else if (state === null && last === null) return;
    last = state === null ? null : { state, at: now };
    say(state ?? "left");
  }

  const touch = () => {
    touchedAt = performance.now();
    look();
  };
  const stopHearing = onDraft(() => {
    const now = draftOf(place);
    if (now === text) return;
    text = now;
    typedAt = performance.now();
    touch();
  });
  const stop = new AbortController();
  const listen = { signal: stop.signal, passive: true };
  for (const type of ["pointermove", "pointerdown", "keydown", "wheel"])
    addEventListener(type, touch, listen);
  document.addEventListener("visibilitychange", () => (document.hidden ? look() : touch()), listen);
  const timer = setInterval(look, LOOK_MS);
  return () => {
    clearInterval(timer);
    stopHearing();
    stop.abort();
    if (last !== null) say("left");
  };
}
