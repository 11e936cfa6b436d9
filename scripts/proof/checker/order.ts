import type { History, Send } from "../history/history.ts";
import { arrivalsByText } from "./look-ups.ts";

/**
 * Promise 4: if one message was accepted before the next of its conversation was asked for, it arrives first. A person
 * whose contact is deleted has another conversation afterwards.
 */
export function checkOrder(history: History) {
  const arrived = arrivalsByText(history);
  const conversations = new Map(history.end.messages.map(({ text, conversation }) => [text, conversation]));
  const firstOf = ({ text }: Send) => Math.min(...(arrived.get(text) ?? []).map(({ order }) => order));
  const there = history.sends.filter(({ isImmediate, text }) => isImmediate && arrived.has(text));
  return [
    ...Map.groupBy(there, ({ text, person }) => `${conversations.get(text)} ${person}`).values(),
  ].flatMap((sends) =>
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
