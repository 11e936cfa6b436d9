import { ownNumber } from "../../memory/own-number.ts";
import type { Clock } from "../clock.ts";
import { hiddenNumber } from "../messages/recipients.ts";
import type { Outbox } from "../webhooks/outbox.ts";

const DAY_MS = 24 * 3600_000;

/** Whom numbers blocked, and who may be: people who wrote in the last 24 hours. */
export type Blocks = {
  heard(phoneId: string, person: string, at: number): void;
  /** False for who did not write lately. */
  block(phoneId: string, person: string, now: number): boolean;
  /** False for who is not blocked. */
  unblock(phoneId: string, person: string): boolean;
  has(phoneId: string, person: string): boolean;
  clear(): void;
};

export function createBlocks(): Blocks {
  const heard = new Map<string, number>();
  const blocked = new Set<string>();
  return {
    heard: (phoneId, person, at) => void heard.set(keyOf(phoneId, person), at),
    block(phoneId, person, now) {
      const key = keyOf(phoneId, person);
      const isLate = now - (heard.get(key) ?? 0) > DAY_MS;
      if (!isLate) blocked.add(key);
      return !isLate;
    },
    unblock: (phoneId, person) => blocked.delete(keyOf(phoneId, person)),
    has: (phoneId, person) => blocked.has(keyOf(phoneId, person)),
    clear() {
      heard.clear();
      blocked.clear();
    },
  };
}

/** An outbox that what blocked people write to a number never comes to; in groups they are heard. */
export function withBlocks({
  outbox,
  blocks,
  clock,
}: {
  outbox: Outbox;
  blocks: Blocks;
  clock: Clock;
}): Outbox {
  return {
    ...outbox,
    push(report) {
      if (report.kind === "message" && report.message.group_id === undefined) {
        if (blocks.has(report.phone.id, report.from)) return;
        blocks.heard(report.phone.id, report.from, clock.now());
      }
      outbox.push(report);
    },
  };
}

/** Somebody is the same with an older form of their number, and when they hide it. */
function keyOf(phoneId: string, person: string): string {
  return `${phoneId} ${ownNumber(hiddenNumber(person))}`;
}
