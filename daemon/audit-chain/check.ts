import type { AuditHead } from "./head.ts";
import { type AuditLink, erasableOf, fixedOf, hashOf, type LinkedEntry, NO_HASH } from "./link.ts";

/** What is wrong first: at which link, and in one sentence. */
export type Wrong = { position: number; problem: string };

/** What a chain is found to be. `since` is when its oldest link was made; null of an empty chain. */
export type Checked = {
  first: number;
  last: number;
  hash: string;
  since: string | null;
  entries: number;
  wrong: Wrong | null;
};

/** What to hold a chain against. */
export type CheckOptions = {
  organizationId: string;
  /** Heads that were signed: one that was noted elsewhere, the newest one. */
  heads?: readonly AuditHead[];
  /** The link before the first one; without it, the first one may be the oldest that there is. */
  follows?: Place | null;
  /** Which links have to have their entry: all, unless it is only a part. */
  hasEntry?: (link: AuditLink) => boolean;
};

/** A place in a chain. */
type Place = Pick<AuditLink, "position" | "hash">;

const DAY_MS = 24 * 3600_000;
/** No entry is deleted before, and a link a day after its entry at the earliest. */
const YOUNGEST_MS = 90 * DAY_MS;

/** Checks a chain link by link, in their order. `end` says what was found. */
export function createCheck({
  organizationId,
  heads = [],
  follows = null,
  hasEntry = () => true,
}: CheckOptions) {
  const found: Checked = { first: 0, last: 0, hash: NO_HASH, since: null, entries: 0, wrong: null };
  /** Entries whose link has no salt: an erasure has to follow. */
  const emptied = new Map<string, { position: number; entry: LinkedEntry }>();
  /** Links without their entry: a retention has to follow. */
  const gone: AuditLink[] = [];
  let forgotten = "";
  let before = follows;

  const complain = (position: number, problem: string | null) => {
    if (problem !== null && (found.wrong === null || position < found.wrong.position))
      found.wrong = { position, problem };
  };

  function take(link: AuditLink, entry: LinkedEntry | null): void {
    complain(link.position, orderProblem(before, link) ?? hashProblem(organizationId, link, heads));
    if (found.first === 0) Object.assign(found, { first: link.position, since: link.created_at });
    before = link;
    Object.assign(found, { last: link.position, hash: link.hash });
    if (link.kind === "entry") takeEntry(link, entry);
    else if (link.kind === "erasure") takeErasure(link);
    else takeRetention(link);
  }

  function takeEntry(link: AuditLink, entry: LinkedEntry | null): void {
    if (entry === null) {
      if (hasEntry(link)) gone.push(link);
      return;
    }
    found.entries += 1;
    if (fixedOf(organizationId, entry) !== link.fixed)
      complain(link.position, `the entry ${link.entry_id} was changed`);
    if (link.salt === null) emptied.set(entry.id, { position: link.position, entry });
    else if (erasableOf(entry, link.salt) !== link.erasable)
      complain(link.position, `the target or the changes of the entry ${entry.id} were changed`);
  }

  function takeErasure(link: AuditLink): void {
    const erased = emptied.get(link.entry_id ?? "");
    if (erased === undefined || link.salt === null) return;
    const { changes } = erased.entry;
    if (erasableOf(erased.entry, link.salt) !== link.erasable || !/^\{"erased": ?true\}$/.test(changes))
      complain(link.position, `the entry ${link.entry_id} is not what its erasure left of it`);
    emptied.delete(link.entry_id ?? "");
  }

  function takeRetention(link: AuditLink): void {
    if (Date.parse(link.created_at) - Date.parse(link.recorded_at) < YOUNGEST_MS)
      complain(link.position, "it has entries deleted that are younger than 90 days");
    if (link.recorded_at > forgotten) forgotten = link.recorded_at;
  }

  function end(): Checked {
    for (const { position, entry } of emptied.values())
      complain(position, `the entry ${entry.id} was emptied, and no erasure says so`);
    for (const { position, entry_id, recorded_at } of gone)
      if (recorded_at >= forgotten) complain(position, `the entry ${entry_id} was removed`);
    if (follows === null) complain(found.first, beginningProblem(found, forgotten));
    for (const head of heads) complain(found.last + 1, headProblem(found, head));
    return found;
  }

  return {
    take,
    /** Holds the chain against a head that is known only now: of its end. */
    against: (head: AuditHead) => {
      if (head.position === found.last && head.hash !== found.hash)
        complain(head.position, "the head is not that of this chain");
      complain(found.last + 1, headProblem(found, head));
    },
    end,
  };
}

function orderProblem(before: Place | null, link: AuditLink): string | null {
  if (before === null) return null;
  const expected = before.position + 1;
  if (link.position !== expected) return `the link ${expected} is missing`;
  return link.previous === before.hash
    ? null
    : "it does not follow the link before it: one of them was changed";
}

function hashProblem(organizationId: string, link: AuditLink, heads: readonly AuditHead[]): string | null {
  if (hashOf(organizationId, link) !== link.hash) return "the link was changed: its hash is another's";
  if (link.position === 1 && link.previous !== NO_HASH) return "something stood before the first link";
  const signed = heads.find(({ position }) => position === link.position);
  if (signed === undefined || signed.hash === link.hash) return null;
  return `the head that was signed at ${signed.signed_at} has another hash: something up to here was changed`;
}

/** The oldest links may go a day after their entries; the newest of those stays, so that it can be told. */
function beginningProblem({ first, since }: Checked, forgotten: string): string | null {
  if (first <= 1 || (since !== null && Date.parse(since) < Date.parse(forgotten) - DAY_MS)) return null;
  return "links before it were removed, and no deletion of old entries says so";
}

function headProblem({ last }: Checked, head: AuditHead): string | null {
  if (head.position <= last) return null;
  return `the newest links are gone: the chain was signed up to link ${head.position} at ${head.signed_at}`;
}
