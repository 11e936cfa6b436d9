import type { History } from "../history/history.ts";

/** Promise 11: what a person wrote is one message of the organisation that they wrote to; nothing is left lying. */
export function checkInbound({ written, end }: History) {
  const records = Map.groupBy(
    end.messages.filter(({ direction }) => direction === "inbound"),
    ({ text }) => text,
  );
  const wrong = written.flatMap(({ text, channel }) => {
    const found = records.get(text) ?? [];
    if (found.length === 0) return [{ says: `${text} was written and is not there`, about: [text] }];
    if (found.length > 1)
      return [{ says: `${text} was written once and is there ${found.length} times`, about: [text] }];
    return found[0]?.channel === channel
      ? []
      : [{ says: `${text} came in at another number`, about: [text] }];
  });
  const { inboundWaiting, inboundFailed } = end;
  const left = inboundWaiting + inboundFailed;
  const says = `${inboundWaiting} inbound calls still wait, and ${inboundFailed} were set aside`;
  return left === 0 ? wrong : [...wrong, { says, about: [] }];
}
