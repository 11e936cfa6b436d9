/** The promises of people: what they write, what is done for many of them, and what belongs to whom. */
import type { BroadcastEnd, History, ImportEnd } from "../history/history.ts";
import { organizationOf } from "../world/texts.ts";
import { recordsByText } from "./look-ups.ts";
import { type Finding, found } from "./violation.ts";

/** Promise 11: what a person wrote is one message of the organisation that they wrote to; nothing is left lying. */
export function* checkInbound(history: History): Generator<Finding> {
  const records = recordsByText(history, "inbound");
  for (const { text, channel } of history.written) {
    const [first, ...more] = records.get(text) ?? [];
    if (first === undefined) yield found(`${text} was written and is not there`, text);
    else if (more.length > 0)
      yield found(`${text} was written once and is there ${more.length + 1} times`, text);
    else if (first.channel !== channel) yield found(`${text} came in at another number`, text);
  }
  const { inboundWaiting, inboundFailed } = history.end;
  if (inboundWaiting + inboundFailed !== 0)
    yield found(`${inboundWaiting} inbound calls still wait, and ${inboundFailed} were set aside`);
}

/** Promise 12: a broadcast writes to each person once, an import makes one contact of each row; their counts add up. */
export function* checkBulk({ broadcasts, imports }: History): Generator<Finding> {
  for (const one of broadcasts) yield* ofBroadcast(one);
  for (const one of imports) yield* ofImport(one);
}

function* ofBroadcast({ id, status, audience, states, people }: BroadcastEnd): Generator<Finding> {
  for (const [person, messages] of Map.groupBy(people, (person) => person))
    if (messages.length > 1) yield found(`${id} made two messages for ${person}`, id, person);
  const sum = Object.values(states).reduce((one, other) => one + other, 0);
  if (status !== "completed") yield found(`${id} is ${status} at the end`, id);
  else if (sum !== audience) yield found(`${id} has an audience of ${audience}, and counts ${sum}`, id);
}

function* ofImport({ id, status, rows, counts, contacts }: ImportEnd): Generator<Finding> {
  const { records, created, updated, unchanged, refused } = counts;
  const wrong = contacts.findIndex((found) => found !== 1);
  if (status !== "completed") yield found(`${id} is ${status} at the end`, id);
  else if (records !== rows || created + updated + unchanged + refused !== rows)
    yield found(`${id} counts ${JSON.stringify(counts)} of ${rows} rows`, id);
  else if (wrong !== -1) yield found(`row ${wrong} of ${id} became ${contacts[wrong]} contacts`, id);
}

/** Promise 13: what belongs to another organisation does not exist: neither requests nor deliveries show it. */
export function* checkOrganizations(history: History): Generator<Finding> {
  for (const { organization, path, status } of history.probes)
    if (status !== null && status < 400)
      yield found(
        `${organization} requested ${path} of another organisation, and the answer was ${status}`,
        path,
      );
  for (const { organization, text } of history.end.messages)
    if ((organizationOf(text) ?? organization) !== organization)
      yield found(`${organization} has a record of ${text}`, text);
  const owners = new Map(history.endpoints.map(({ id, organization }) => [id, organization]));
  const events = new Map(history.end.events.map(({ id, organization }) => [id, organization]));
  for (const { id, endpoint } of history.received)
    if (events.has(id) && events.get(id) !== owners.get(endpoint))
      yield found(`${id} came to ${endpoint}, of another organisation`, id);
}

/**
 * Promise 17: the contact and the conversation of each message are there, and lists of them have it; a merged one
 * is found as the one that took its place.
 */
export function* checkPeople(history: History): Generator<Finding> {
  const { merges, end } = history;
  yield* checkRevealed(history);
  const byId = <One extends { organization: string; id: string }>(all: One[]) =>
    new Map(all.map((one) => [`${one.organization} ${one.id}`, one]));
  const [contacts, conversations] = [byId(end.contacts), byId(end.conversations)];
  for (const { id, text, organization, contact, conversation } of end.messages) {
    const where = conversations.get(`${organization} ${conversation}`);
    if (where?.current !== conversation)
      yield found(`${text} is of the conversation ${conversation}, which is not there`, text, id);
    else if (!where.messages.includes(id))
      yield found(`${text} is not among the messages of its conversation ${conversation}`, text, id);
    else if (where.contact !== contact)
      yield found(`${text} is of ${contact}, and its conversation is of ${where.contact}`, text, id);
    else if (contact !== null && contacts.get(`${organization} ${contact}`)?.current !== contact)
      yield found(`${text} is of the contact ${contact}, who is not there`, text, id);
  }
  const currentOf = (all: History["end"]["contacts"], id: unknown) =>
    all.find((one) => one.id === id)?.current ?? null;
  for (const { kept, gone } of merges) {
    const [one, other] = [kept, gone].map((id) => currentOf(end.contacts, id));
    if (one !== other)
      yield found(`${gone} became part of ${kept}, which is ${one} now, and is ${other}`, kept, gone);
  }
  for (const { id, type, body } of end.events) {
    if (type !== "conversation.merged") continue;
    const leads = currentOf(end.conversations, body.conversation_id);
    if (leads !== currentOf(end.conversations, body.merged_into))
      yield found(`${body.conversation_id} became part of ${body.merged_into}, and leads to ${leads}`, id);
  }
}

/** What was sent to a number belongs to the contact that shared it. */
function* checkRevealed({ reveals, written, sends, end }: History): Generator<Finding> {
  const contacts = new Map(end.messages.map(({ text, contact }) => [text, contact]));
  const contactsOf = (those: { text: string }[]) =>
    new Set(those.flatMap(({ text }) => contacts.get(text) ?? []));
  for (const { organization, person, number } of reveals) {
    const own = contactsOf(
      written.filter((one) => one.organization === organization && one.person === person),
    );
    const theirs = contactsOf(
      sends.filter((one) => one.organization === organization && one.person === number),
    );
    const all = new Set([...own, ...theirs]);
    if (all.size > 1)
      yield found(`${person} shared ${number}, and both are ${[...all].join(" and ")}`, ...all);
  }
}
