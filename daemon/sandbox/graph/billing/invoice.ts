/** What a line is about; `tier` is written as Meta's analytics do, and null for what is free. */
export type LineKey = {
  wabaId: string;
  day: string;
  phoneId: string;
  phoneNumber: string;
  country: string;
  category: string;
  type: string;
  tier: string | null;
};

/** `units` is null where there was no rate card. */
export type Line = LineKey & { messages: number; units: bigint | null };

export type Invoice = {
  /** Counts one message more, and returns what takes it away again, with so many units. */
  add(key: LineKey, units: bigint | null): (units: bigint | null) => void;
  /** The lines of an account from a day to another, both included. */
  lines(wabaId: string, from: string, to: string): Line[];
  clear(): void;
};

export function createInvoice(): Invoice {
  const lines = new Map<string, Line>();
  return {
    add(key, units) {
      const text = [key.wabaId, key.day, key.phoneId, key.country, key.category, key.type, key.tier].join(
        " ",
      );
      const line = lines.get(text) ?? { ...key, messages: 0, units: units === null ? null : 0n };
      lines.set(text, line);
      count(line, 1, units);
      return (taken) => {
        count(line, -1, taken);
        if (line.messages === 0) lines.delete(text);
      };
    },
    lines: (wabaId, from, to) =>
      [...lines.values()].filter((line) => line.wabaId === wabaId && line.day >= from && line.day <= to),
    clear: () => lines.clear(),
  };
}

function count(line: Line, messages: 1 | -1, units: bigint | null): void {
  line.messages += messages;
  if (units !== null) line.units = (line.units ?? 0n) + BigInt(messages) * units;
}
