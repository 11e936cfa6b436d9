import type { MessageRecord } from "../history/end.ts";
import type { History } from "../history/history.ts";
import { arrivalsByText, recordsByText } from "./look-ups.ts";
import { type Finding, found } from "./violation.ts";

const REACHED = ["sent", "delivered", "read"];
/** Of these, it is not known whether they arrived. */
const EXCUSED = "outcome_unknown";

/** Promise 20: who writes while an organisation is away is answered once, and each STOP and START is confirmed once. */
export function* checkRules(history: History): Generator<Finding> {
  yield* checkAway(history);
  yield* checkConfirmations(history);
  const arrived = arrivalsByText(history);
  for (const { text, id, status, error, author } of history.end.messages) {
    if (author !== "away" && author !== "opt_out") continue;
    if (!REACHED.includes(status) && error !== EXCUSED)
      yield found(`${text} is ${status} at the end`, text, id);
    else if (REACHED.includes(status) && !arrived.has(text))
      yield found(`${text} is ${status} and never arrived`, text, id);
  }
}

function* checkAway(history: History): Generator<Finding> {
  const answers = sentBy(history, "away");
  const written = recordsByText(history, "inbound");
  const waiting = new Map<string, string>();
  for (const { text, organization } of history.written) {
    const conversation = written.get(text)?.[0]?.conversation;
    if (history.away.includes(organization) && conversation !== undefined) waiting.set(conversation, text);
  }
  for (const [conversation, text] of waiting)
    if (!answers.has(conversation)) yield found(`${text} got no answer, though nobody was there`, text);
  for (const [conversation, { length }] of answers)
    if (length > 1) yield found(`${conversation} got ${length} answers that nobody was there`, conversation);
}

function* checkConfirmations(history: History): Generator<Finding> {
  const confirmed = sentBy(history, "opt_out");
  const words = Map.groupBy(history.words, ({ organization, person }) => `${organization} ${person}`);
  for (const those of words.values()) {
    const [first] = those;
    const send = history.sends.find(
      ({ organization, person }) => organization === first?.organization && person === first.person,
    );
    const record = history.end.messages.find(({ text }) => text === send?.text);
    const count = confirmed.get(record?.conversation ?? "")?.length ?? 0;
    if (count !== those.length)
      yield found(
        `${first?.person} wrote STOP or START ${those.length} times, and it was confirmed ${count} times`,
      );
  }
}

function sentBy({ end }: History, wanted: string): Map<string, MessageRecord[]> {
  return Map.groupBy(
    end.messages.filter(({ author }) => author === wanted),
    ({ conversation }) => conversation,
  );
}
