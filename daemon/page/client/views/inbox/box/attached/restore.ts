import { changeOutbox, outboxOf, placesOf } from "../outbox.ts";
import { placeOf } from "../place.ts";
import { orUnconfirmed } from "../sending/keeping.ts";
import { withOne } from "../sending/kept.ts";
import { begin, follow } from "./attach.ts";
import { attachedEarlier, onForgotten } from "./keeping-files.ts";

const restored = new Map<string, Promise<void>>();

/** Brings back what a user attached in this browser before the page was loaded; once. */
export function restoreFiles(user: string): Promise<void> {
  const known = restored.get(user) ?? restore(user);
  restored.set(user, known);
  return known;
}

async function restore(user: string): Promise<void> {
  for (const { place: key, attached, mediaId, outgoing } of await attachedEarlier(user)) {
    const place = placeOf(key);
    const { attached: inBox, pending } = outboxOf(place);
    if ([...inBox, ...pending.map(({ file }) => file)].some((one) => one?.key === attached.key)) continue;
    if (outgoing === null) changeOutbox(place, (box) => ({ attached: [...box.attached, attached] }));
    else changeOutbox(place, (box) => ({ pending: withOne(box.pending, orUnconfirmed(outgoing)) }));
    if (mediaId === null && attached.problem === null) begin(place, attached);
    if (mediaId !== null)
      follow(place, attached.key, { stop: new AbortController(), stored: Promise.resolve({ id: mediaId }) });
  }
}

onForgotten((key) => {
  const has = (one: { key: string } | null) => one?.key === key;
  for (const place of placesOf(({ attached, pending }) =>
    [...attached, ...pending.map(({ file }) => file)].some(has),
  ))
    changeOutbox(place, ({ attached, pending }) => ({
      attached: attached.filter((one) => !has(one)),
      pending: pending.filter(({ file }) => !has(file)),
    }));
});
