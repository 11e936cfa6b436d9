import type { History } from "../history/history.ts";

const GRACE_MS = 1000;

/** Promise 14: a second after its revocation was confirmed, no request that is made with the key succeeds. */
export function checkRevokedKeys({ calls, revocations }: History) {
  return revocations.flatMap(({ key, at }) => {
    const late = calls.find(
      (call) => call.key === key && call.at > at + GRACE_MS && call.status !== null && call.status < 400,
    );
    if (late === undefined) return [];
    const says = `${key} was revoked, and worked ${late.at - at} ms later: ${late.method} ${late.path} was answered ${late.status}`;
    return [{ says, about: [key] }];
  });
}
