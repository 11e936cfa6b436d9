import type { Inbound, InboundFact } from "../providers/inbound.ts";

/** Reads what `storedFacts` of daemon/messages/web-records.ts wrote: times were written as text. */
export function readFacts(json: string): Inbound[] {
  const { target, facts }: { target: Inbound["target"]; facts: object[] } = JSON.parse(json);
  return [{ target, facts: facts.map(revived) }];
}

/** The same facts as texts of one fact each; the text itself when it holds no more. */
export function splitFacts(json: string): string[] {
  const { target, facts }: { target: Inbound["target"]; facts: object[] } = JSON.parse(json);
  return facts.length < 2 ? [json] : facts.map((fact) => JSON.stringify({ target, facts: [fact] }));
}

/** The members of facts that are times. */
const TIMES = ["at", "stoppedUntil"] as const;

function revived(fact: object): InboundFact {
  const times = TIMES.flatMap((name) => {
    const value: unknown = Reflect.get(fact, name);
    return typeof value === "string" ? [[name, new Date(value)]] : [];
  });
  return { ...fact, ...Object.fromEntries(times) } as InboundFact;
}
