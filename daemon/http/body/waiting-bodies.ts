import { BODY_TOO_SLOW } from "../openapi/details.ts";
import { type Problem, problem } from "../problem.ts";
import type { CutNetworks } from "./cut-networks.ts";

/** How many bodies are waited for at a time, and how many bytes of them are held. */
type Most = { bodies: number; bytes: number };

/** How many bodies are waited for, and for how long. */
export type WaitingLimits = {
  /** From one party, and from one of each kind within it: an organisation and its key, or a network alone. */
  each: readonly Most[];
  /** From all parties. */
  all: Most;
  waitMs: number;
  /** Bytes of one body of a party that is given up again and again. */
  slowedBytes: number;
};

/** One body that is being waited for. */
export type Wait = {
  /** Rejects when it is waited for no longer. */
  cut: Promise<never>;
  /** Whether its party was given up again and again: it has to be small, and nothing may be kept of it when it is cut. */
  isSlowed: boolean;
  /** Counts more bytes that are held of it. */
  hold(bytes: number): void;
  /** The body is there, or is not read on. Does nothing the second time. */
  end(): void;
};

/** `names` says whose body it is, as `WaitingLimits.each` has it: the party first. */
export type WaitingBodies = { begin(...names: string[]): Wait };

/**
 * Bounds the bodies that are waited for. Beyond the bounds of one party, the body that is waited for longest is given up;
 * beyond those of all, the party that has most gives up its oldest. A body that is sent at once is not kept out by bodies
 * that are withheld, not even by those of the same party.
 */
export function createWaitingBodies(
  limits: WaitingLimits,
  cuts: CutNetworks = { note: () => {}, pauseMs: () => 0 },
): WaitingBodies {
  const all = createGroup(limits.all);
  const kinds = limits.each.map((most) => ({ most, groups: new Map<string, Group>() }));

  function groupOf(name: string, index: number): Group {
    const { groups, most } = kinds[index] ?? { groups: new Map(), most: limits.all };
    const group = groups.get(name) ?? createGroup(most);
    groups.set(name, group);
    return group;
  }

  /** The narrowest first: what a key has too much of is not taken from the others of its organisation. */
  function makeRoom(own: readonly Group[]): void {
    for (const group of own.toReversed()) while (group.excess() !== null) group.giveUpOldest();
    for (let excess = all.excess(); excess !== null; excess = all.excess())
      largest(kinds[0]?.groups.values() ?? [all], excess).giveUpOldest();
  }

  return {
    begin(...names) {
      const own = names.map(groupOf);
      const [party = ""] = names;
      const isSlowed = cuts.pauseMs(party) > 0;
      const { promise: cut, reject } = Promise.withResolvers<never>();
      // nobody may be listening yet
      cut.catch(() => {});
      let isOver = false;

      function end(): void {
        isOver = true;
        clearTimeout(timer);
        for (const group of [...own, all]) group.remove(member);
        for (const [index, name] of names.entries())
          if (own[index]?.size("bodies") === 0) kinds[index]?.groups.delete(name);
      }

      function giveUp(): void {
        if (isOver) return;
        end();
        cuts.note(party);
        reject(gaveUp());
      }

      const member: Member = { bytes: 0, giveUp };
      const timer = setTimeout(giveUp, limits.waitMs);
      for (const group of [...own, all]) group.add(member);
      makeRoom(own);
      return {
        cut,
        isSlowed,
        hold(bytes) {
          // a piece may have come just before it was given up
          if (isOver) return;
          member.bytes += bytes;
          for (const group of [...own, all]) group.grow(bytes);
          makeRoom(own);
          if (isSlowed && member.bytes > limits.slowedBytes) giveUp();
        },
        end,
      };
    },
  };
}

type Member = { bytes: number; giveUp(): void };
type Group = ReturnType<typeof createGroup>;

/** Bodies that are counted together, the oldest first. */
function createGroup(most: Most) {
  const members = new Set<Member>();
  let bytes = 0;
  const size = (what: keyof Most) => (what === "bodies" ? members.size : bytes);
  return {
    size,
    /** Of what there is too much, if of anything. */
    excess: () => (["bodies", "bytes"] as const).find((what) => size(what) > most[what]) ?? null,
    giveUpOldest: () => members.values().next().value?.giveUp(),
    add: (member: Member) => void members.add(member),
    grow(more: number) {
      bytes += more;
    },
    remove(member: Member) {
      if (members.delete(member)) bytes -= member.bytes;
    },
  };
}

function largest(groups: Iterable<Group>, what: keyof Most): Group {
  return [...groups].reduce((most, group) => (group.size(what) > most.size(what) ? group : most));
}

function gaveUp(): Problem {
  return problem(408, "request_timeout", BODY_TOO_SLOW, {
    headers: { connection: "close" },
  });
}
