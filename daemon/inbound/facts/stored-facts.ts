import type { Inbound, InboundFact } from "../../providers/inbound.ts";

/** Reads what `createInbox` wrote: times were written as text. */
export function readFacts(json: string): Inbound[] {
  const { target, facts }: { target: Inbound["target"]; facts: object[] } = JSON.parse(json);
  return [{ target, facts: facts.map(revived) }];
}

/** The members of facts that are times. */
const TIMES = ["at", "stoppedUntil", "newContactsUntil"] as const;

function revived(fact: object): InboundFact {
  const times = TIMES.flatMap((name) => {
    const value: unknown = Reflect.get(fact, name);
    return typeof value === "string" ? [[name, new Date(value)]] : [];
  });
  return { ...fact, ...Object.fromEntries(times) } as InboundFact;
}
