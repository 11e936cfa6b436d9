import { draftKey, draftOf, onDraft } from "../../../../parts/fields/drafts.ts";
import { markTitle } from "../../../../parts/header.tsx";
import { BOX } from "../../../../view-words.ts";
import { restoreFiles } from "../attached/restore.ts";
import { changeOutbox, followOtherTab, isUnsent, onOutbox, placesOf } from "../outbox.ts";
import type { Place } from "../place.ts";
import { drain, isDraining } from "./drain.ts";
import { keptUnder, placesKept } from "./keeping.ts";
import { fromKept, nextOf } from "./kept.ts";

const FIRST_PAUSE_MS = 5000;
const LONGEST_PAUSE_MS = 60_000;
let pause = FIRST_PAUSE_MS;
let timer: ReturnType<typeof setTimeout> | null = null;

/** Sends what a user wrote in this browser earlier, in whatever tab; at once, where the connection is back. */
export async function resume(user: string): Promise<void> {
  comeBack();
  await restoreFiles(user);
  for (const place of placesKept(draftKey(user, ""))) void drain(place);
}

/** What waits is tried again until it is sent: later each time, and at once when the network or the person is back. */
onOutbox(lookLater);
onOutbox(() => markTitle(placesOf(isUnsent).length > 0 ? BOX.unsentMark : ""));
/** What was refused and is thrown away is not missing any more. */
onDraft(() => {
  for (const place of placesOf(({ refused, attached }) => refused !== null && attached.length === 0))
    if (draftOf(place) === "") changeOutbox(place, () => ({ refused: null }));
});
window.addEventListener("online", comeBack);
document.addEventListener("visibilitychange", () => document.hidden || comeBack());

/** What another tab sends, takes back, or leaves when it is closed. */
window.addEventListener("storage", ({ key: name, newValue }) => {
  const kept = name === null ? null : keptUnder(name);
  if (kept !== null) followOtherTab(kept.place, kept.key, fromKept(newValue));
});

function lookLater(): void {
  if (timer === null && waiting().length > 0) timer = setTimeout(again, pause);
}

function again(): void {
  timer = null;
  const places = waiting();
  pause = places.length === 0 ? FIRST_PAUSE_MS : Math.min(LONGEST_PAUSE_MS, 2 * pause);
  for (const place of places) if (!isDraining(place)) void drain(place);
  lookLater();
}

function comeBack(): void {
  if (timer === null) return;
  clearTimeout(timer);
  pause = FIRST_PAUSE_MS;
  again();
}

/** The places at which something waits that needs no person. */
function waiting(): Place[] {
  return placesOf(({ pending }) => nextOf(pending, Date.now()) !== null);
}
