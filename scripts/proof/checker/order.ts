import type { History, Send } from "../history/history.ts";
import { arrivalsByText } from "./look-ups.ts";

/** Promise 4: if one message was accepted before the next of its conversation was asked for, it arrives first. */
export function checkOrder(history: History) {
  const arrived = arrivalsByText(history);
  const firstOf = ({ text }: Send) => Math.min(...(arrived.get(text) ?? []).map(({ order }) => order));
  const there = history.sends.filter(({ isImmediate, text }) => isImmediate && arrived.has(text));
  return [...Map.groupBy(there, ({ channel, person }) => `${channel} ${person}`).values()].flatMap((sends) =>
    sends.flatMap((later) => {
      const overtaken = sends.find(
        (earlier) => (earlier.accepted[0]?.at ?? Infinity) < later.at && firstOf(earlier) > firstOf(later),
      );
      if (overtaken === undefined) return [];
      const says = `${later.text} was asked for after ${overtaken.text} was accepted, and arrived before it`;
      return [{ says, about: [overtaken.text, later.text] }];
    }),
  );
}
