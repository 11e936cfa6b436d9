import { findChannel } from "../../../db/channels/channels.ts";
import type { Sql } from "../../../db/connection/client.ts";
import { findMessages } from "../../../db/messages/messages.ts";
import { findEventContacts } from "../../../db/webhooks/delivery-requests.ts";
import { UUID } from "../../messages/find.ts";
import { type ShowDependencies, showMessages } from "../../messages/show-messages.ts";
import { answeredBy } from "./answered.ts";
import { EXAMPLES, EXAMPLES_WITH_FILE } from "./examples.ts";
import { type FileDependencies, filesOf } from "./files.ts";
import type { EventContact, EventRecords, RecordName } from "./form.ts";
import type { Subject } from "./subject.ts";

export type RecordDependencies = ShowDependencies & FileDependencies;

/**
 * Whose events they are, which records of them are read (null is of all channels), the base of links to their files, and
 * how many bytes of files each event brings along.
 */
export type Wanted = {
  organizationId: string;
  names: readonly RecordName[];
  channels: readonly string[] | null;
  base?: string;
  fileBytes?: number | undefined;
};

/**
 * What some events are about, in their order: each kind of record in one query for all of them. Only what the event names
 * is read, and a message only of the channels that are wanted.
 */
export async function loadRecords(
  dependencies: RecordDependencies,
  wanted: Wanted,
  subjects: readonly Subject[],
): Promise<EventRecords[]> {
  const { sql } = dependencies;
  const { organizationId, names, channels } = wanted;
  const real = subjects.filter(({ isTest }) => !isTest);
  // message.sent names no contact: its message does
  const ids = distinct(real.map(({ messageId }) => messageId)).filter((id) => UUID.test(id));
  const rows = ids.length === 0 ? [] : await findMessages(sql, organizationId, ids);
  const mine = rows.filter(({ channel_id }) => channels === null || channels.includes(channel_id));
  const shown = await showMessages(sql, dependencies, mine);
  const messages = new Map(shown.map((message) => [message.id, message]));
  const contactOf = ({ contactId, messageId }: Subject) =>
    contactId ?? messages.get(messageId ?? "")?.contact_id ?? null;
  const contacts = await contactsOf(sql, organizationId, names, distinct(real.map(contactOf)));
  const channelRows = await channelsOf(
    sql,
    organizationId,
    names,
    distinct(real.map((one) => one.channelId)),
  );
  const answers = names.includes("answered") ? await answeredBy(sql, organizationId, shown) : null;
  const hasFiles = names.includes("message") || names.includes("files");
  const files = await filesOf(dependencies, wanted, hasFiles ? shown : []);
  const examples = wanted.fileBytes === undefined ? EXAMPLES : EXAMPLES_WITH_FILE;
  return subjects.map((subject) => {
    const channel = channelRows.get(subject.channelId ?? "") ?? null;
    if (subject.isTest) return { ...examples, channel };
    const message = messages.get(subject.messageId ?? "") ?? null;
    const contact = contacts.get(contactOf(subject) ?? "") ?? null;
    const of = message?.id ?? "";
    return { message, contact, channel, files: files.get(of) ?? [], answered: answers?.get(of) ?? null };
  });
}

async function contactsOf(sql: Sql, organizationId: string, names: readonly RecordName[], ids: string[]) {
  if (!names.includes("contact") || ids.length === 0) return new Map<string, EventContact>();
  return await findEventContacts(sql, organizationId, ids);
}

async function channelsOf(sql: Sql, organizationId: string, names: readonly RecordName[], ids: string[]) {
  const wanted = names.includes("channel") ? ids : [];
  const rows = await Promise.all(wanted.map((id) => findChannel(sql, organizationId, id)));
  return new Map(rows.flatMap((row) => (row === null ? [] : [[row.id, row]])));
}

function distinct(ids: readonly (string | null)[]): string[] {
  return [...new Set(ids.filter((id) => id !== null))];
}
