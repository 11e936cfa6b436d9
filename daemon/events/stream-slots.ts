import { problem } from "../http/problem.ts";

/** Takes the slot of a stream of an organisation; what is returned gives it back, once. Throws 429 when all are taken. */
export type TakeSlot = (organizationId: string) => () => void;

const RETRY_SECONDS = 10;

/**
 * Slots for so many streams at once of each organisation. Streams stay for as
 * long as their readers like: without an end to their number, one key could
 * take all the requests that a daemon answers at once.
 */
export function createStreamSlots(most = 500): TakeSlot {
  const taken = new Map<string, number>();

  function count(organizationId: string, change: number): void {
    const now = (taken.get(organizationId) ?? 0) + change;
    if (now === 0) taken.delete(organizationId);
    else taken.set(organizationId, now);
  }

  return (organizationId) => {
    if ((taken.get(organizationId) ?? 0) >= most) throw tooMany(most);
    count(organizationId, 1);
    let isTaken = true;
    return () => {
      if (isTaken) count(organizationId, -1);
      isTaken = false;
    };
  };
}

function tooMany(most: number) {
  const detail = `the organisation has ${most} streams open here already; close one`;
  return problem(429, "too_many_streams", detail, { headers: { "retry-after": String(RETRY_SECONDS) } });
}
