import type { Keys } from "./keys.ts";

/** Numbers and LIDs, which hide numbers: both ways without remembering anything, so that a restart changes nothing. */
export type Lids = {
  lidOf(number: string): string;
  /** Undefined when the digits are no LID of this seed. */
  numberOf(lid: string): string | undefined;
};

const LEFT = 100_000_000n;
const RIGHT = 10_000_000n;
/** A first digit, so that all LIDs have the same length. */
const PREFIX = "1";
const DIGITS = 15;
const ROUNDS = 4;

/**
 * A keyed permutation of the numbers of up to fifteen digits: an unbalanced Feistel network with
 * additions, whose halves have eight and seven digits.
 */
export function createLids(keys: Keys): Lids {
  const tables = Array.from({ length: ROUNDS }, (_, round) => [
    BigInt(`0x${keys.bytes(`lid ${round} factor`, 8).toString("hex")}`) | 1n,
    BigInt(`0x${keys.bytes(`lid ${round} offset`, 8).toString("hex")}`),
  ]);
  const mix = (round: number, half: bigint) => {
    const [factor = 1n, offset = 0n] = tables[round] ?? [];
    const product = BigInt.asUintN(64, half * factor + offset);
    return BigInt.asUintN(64, (product ^ (product >> 29n)) * 0x9e3779b97f4a7c15n) >> 8n;
  };
  return {
    lidOf(number) {
      let [left, right] = halves(BigInt(number));
      for (let round = 0; round < ROUNDS; round++) {
        left = (left + mix(round, right)) % LEFT;
        right = (right + mix(round, left)) % RIGHT;
      }
      return PREFIX + (left * RIGHT + right).toString().padStart(DIGITS, "0");
    },
    numberOf(lid) {
      if (!/^1\d{15}$/.test(lid)) return undefined;
      let [left, right] = halves(BigInt(lid.slice(PREFIX.length)));
      for (let round = ROUNDS - 1; round >= 0; round--) {
        right = modulo(right - mix(round, left), RIGHT);
        left = modulo(left - mix(round, right), LEFT);
      }
      return (left * RIGHT + right).toString();
    },
  };
}

function halves(value: bigint): [left: bigint, right: bigint] {
  return [(value / RIGHT) % LEFT, value % RIGHT];
}

function modulo(value: bigint, base: bigint): bigint {
  return ((value % base) + base) % base;
}
