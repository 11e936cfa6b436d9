import { type Problem, problem } from "../problem.ts";
import type { CutNetworks } from "./cut-networks.ts";

/** How many bodies are waited for at a time, and how many bytes of them are held. */
type Most = { bodies: number; bytes: number };

/** What is waited for from one network, from all of them, and for how long. */
export type WaitingLimits = {
  network: Most;
  all: Most;
  waitMs: number;
  /** Bytes of one body of a network that is given up again and again. */
  slowedBytes: number;
};

/** One body that is being waited for. */
export type Wait = {
  /** Rejects when it is waited for no longer. */
  cut: Promise<never>;
  /** Whether its network was given up again and again: it has to be small, and nothing may be kept of it when it is cut. */
  isSlowed: boolean;
  /** Counts more bytes that are held of it. */
  hold(bytes: number): void;
  /** The body is there, or is not read on. Does nothing the second time. */
  end(): void;
};

export type WaitingBodies = { begin(network: string): Wait };

const MEBIBYTE = 1024 * 1024;
const LIMITS: WaitingLimits = {
  network: { bodies: 500, bytes: 16 * MEBIBYTE },
  all: { bodies: 2000, bytes: 64 * MEBIBYTE },
  waitMs: 10_000,
  slowedBytes: 64 * 1024,
};

/**
 * Bounds the bodies of callers who have not said who they are. Beyond the bounds
 * the one that is waited for longest is given up: whoever sends their body at once is
 * not kept out by others who withhold theirs, not even by those of the same network.
 */
export function createWaitingBodies(cutNetworks: CutNetworks, limits = LIMITS): WaitingBodies {
  const all = createGroup(limits.all);
  const networks = new Map<string, Group>();

  function groupOf(network: string): Group {
    const group = networks.get(network) ?? createGroup(limits.network);
    networks.set(network, group);
    return group;
  }

  return {
    begin(network) {
      const groups = [groupOf(network), all];
      const isSlowed = cutNetworks.pauseMs(network) > 0;
      const { promise: cut, reject } = Promise.withResolvers<never>();
      // nobody may be listening yet
      cut.catch(() => {});
      let isOver = false;

      function end(): void {
        isOver = true;
        clearTimeout(timer);
        for (const group of groups) group.remove(member);
        if (networks.get(network)?.isEmpty()) networks.delete(network);
      }

      function giveUp(): void {
        if (isOver) return;
        end();
        cutNetworks.note(network);
        reject(gaveUp());
      }

      const member: Member = { bytes: 0, giveUp };
      const timer = setTimeout(giveUp, limits.waitMs);
      for (const group of groups) group.add(member);
      return {
        cut,
        isSlowed,
        hold(bytes) {
          // a piece may have come just before it was given up
          if (isOver) return;
          member.bytes += bytes;
          for (const group of groups) group.grow(bytes);
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

  function giveUpOldest(): void {
    for (const member of members) {
      if (members.size <= most.bodies && bytes <= most.bytes) return;
      member.giveUp();
    }
  }

  return {
    isEmpty: () => members.size === 0,
    add(member: Member) {
      members.add(member);
      giveUpOldest();
    },
    grow(more: number) {
      bytes += more;
      giveUpOldest();
    },
    remove(member: Member) {
      if (members.delete(member)) bytes -= member.bytes;
    },
  };
}

function gaveUp(): Problem {
  return problem(408, "request_timeout", "the body did not arrive in time; send it at once", {
    headers: { connection: "close" },
  });
}
