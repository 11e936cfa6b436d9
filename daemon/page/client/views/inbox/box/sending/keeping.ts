import { Problem } from "../../../../api/problem.ts";
import { pendingName } from "../../../../parts/fields/drafts.ts";
import { BOX } from "../../../../view-words.ts";
import { keepSent } from "../attached/keeping-files.ts";
import type { Outgoing } from "../outgoing.ts";
import { type Place, placeOf } from "../place.ts";
import { asKept, fromKept, waitsForPerson } from "./kept.ts";

/** Those that this browser keeps: it may refuse to. */
const kept = new Set<string>();

/** What a user of this browser sent from a place and nobody accepted yet, oldest first. Those with files come later. */
export function keptAt(place: string): readonly Outgoing[] {
  return namesFrom(nameOf(place, ""))
    .flatMap((name) => read(name) ?? [])
    .toSorted((one, other) => one.at - other.at);
}

/** The places of which something is kept, of those that begin so. */
export function placesKept(beginning: string): readonly Place[] {
  const names = namesFrom(pendingName(beginning)).flatMap((name) => keptUnder(name)?.place ?? []);
  return [...new Map(names.map((place) => [place.key, place])).values()];
}

/** What the name of something that is kept says: where it was sent, and its key. */
export function keptUnder(name: string): { place: Place; key: string } | null {
  const beginning = pendingName("");
  if (!name.startsWith(beginning)) return null;
  const end = name.lastIndexOf(":");
  return { place: placeOf(name.slice(beginning.length, end)), key: name.slice(end + 1) };
}

/** Keeps what is on its way by user, and forgets what is not any more. A file is kept elsewhere, and counted here. */
export function keepOrForget(place: string, before: readonly Outgoing[], now: readonly Outgoing[]): void {
  const wanted = now.filter(({ accepted }) => accepted === null);
  const gone = before.filter(({ key }) => wanted.every((one) => one.key !== key));
  try {
    for (const { key } of gone) localStorage.removeItem(nameOf(place, key));
    for (const one of wanted) keep(nameOf(place, one.key), one, before);
  } catch {
    // then they last as long as the page
  }
}

/** Whether an answer is kept still; false once another tab has sent it, and null where it never was. */
export function isKept(place: string, { key }: Outgoing): boolean | null {
  const name = nameOf(place, key);
  return kept.has(name) ? localStorage.getItem(name) !== null : null;
}

function read(name: string): Outgoing | null {
  const outgoing = fromKept(localStorage.getItem(name));
  if (outgoing === null) return null;
  kept.add(name);
  return orUnconfirmed(outgoing);
}

/** What was kept, or that it is too old to be sent by itself. */
export function orUnconfirmed(outgoing: Outgoing): Outgoing {
  if (!waitsForPerson({ ...outgoing, problem: null }, Date.now())) return outgoing;
  return { ...outgoing, problem: new Problem(0, "unconfirmed", BOX.unconfirmed) };
}

function keep(name: string, outgoing: Outgoing, before: readonly Outgoing[]): void {
  const known = before.find(({ key }) => key === outgoing.key);
  if (outgoing.file !== null) {
    localStorage.setItem(name, "{}");
    if (known !== outgoing) keepSent(outgoing.file, outgoing);
    return;
  }
  // what another tab has taken away is not put back by what changes here
  if (known !== undefined && (known === outgoing || !kept.has(name) || localStorage.getItem(name) === null))
    return;
  localStorage.setItem(name, asKept(outgoing));
  kept.add(name);
}

function namesFrom(beginning: string): string[] {
  try {
    return Object.keys(localStorage).filter((name) => name.startsWith(beginning));
  } catch {
    return [];
  }
}

function nameOf(place: string, key: string): string {
  return `${pendingName(place)}:${key}`;
}
