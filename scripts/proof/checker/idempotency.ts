import type { History } from "../history/history.ts";

/** Promise 10: every acceptance of one send names one message, and there is one record of it. */
export function checkIdempotency({ sends, end }: History) {
  const records = Map.groupBy(
    end.messages.filter(({ direction }) => direction === "outbound"),
    ({ text }) => text,
  );
  return sends.flatMap(({ text, idempotencyKey, accepted }) => {
    const ids = new Set([...accepted.map(({ id }) => id), ...(records.get(text) ?? []).map(({ id }) => id)]);
    const says = `the key ${idempotencyKey} made ${ids.size} messages of ${text}`;
    return ids.size > 1 ? [{ says, about: [text, ...ids] }] : [];
  });
}
