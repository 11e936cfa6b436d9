import { problem } from "../http/problem.ts";

/**
 * Takes a stream slot of an organisation and returns its release, which works once. Throws 429
 * when all are taken.
 */
export type TakeSlot = (organizationId: string) => () => void;

const RETRY_SECONDS = 10;

/**
 * Limits how many streams each organisation may have open at once. Streams last as long as
 * their readers like, so without a limit one key could take up every request that a daemon
 * handles at once.
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
  const detail = `the organisation already has ${most} open streams here; close one`;
  return problem(429, "too_many_streams", detail, { headers: { "retry-after": String(RETRY_SECONDS) } });
}
