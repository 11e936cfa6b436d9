/** What is promised of messages that answer another one. */
import type { MessageRecord } from "../history/end.ts";
import type { History, Send } from "../history/history.ts";
import { acceptedSends, arrivalsByText } from "./look-ups.ts";
import { type Finding, found } from "./violation.ts";

/** Of promise 2: on the phone, an answer shows the message that it was to answer. */
export function* checkAnswers(history: History): Generator<Finding> {
  const arrived = arrivalsByText(history);
  const quotedBy = quotedIn(history);
  for (const { send, id } of acceptedSends(history)) {
    const expected = quotedBy(send)?.providerId ?? null;
    for (const { quotes } of arrived.get(send.text) ?? [])
      if (send.quotes !== null && quotes !== expected)
        yield found(`${send.text} answers ${expected}, and shows ${quotes}`, send.text, id, send.quotes);
  }
}

/** Whether an answer could not be sent, because WhatsApp never got what it answers. */
export function answersNothing(history: History): (send: Send) => boolean {
  const quotedBy = quotedIn(history);
  return (send) => send.quotes !== null && (quotedBy(send)?.providerId ?? null) === null;
}

function quotedIn({ end }: History): (send: Send) => MessageRecord | undefined {
  const records = new Map(end.messages.map((record) => [`${record.organization} ${record.id}`, record]));
  return ({ organization, quotes }) => records.get(`${organization} ${quotes}`);
}
