import { INCLUDABLE, type Includable, isIncludable } from "../../events/records/include.ts";
import type { Permission } from "../../http/permissions.ts";
import { withLinks } from "./files.ts";
import type { EndpointForm, EventRecords, RecordName } from "./form.ts";
import type { Subject } from "./subject.ts";

/** What reads each record; null where whoever gets events knows it anyway: the channel's name and number. */
const READ_BY: Record<RecordName, Permission | null> = {
  ...INCLUDABLE,
  files: "messages:read",
  answered: "messages:read",
  channel: null,
};

/** The permissions that the creator of an endpoint needs: to read all that its form and `include` post to it. */
export function permissionsFor(form: EndpointForm, include: readonly string[] | null): Permission[] {
  const names = [...form.needs, ...(include ?? []).filter(isIncludable)];
  return [...new Set(names.map((name) => READ_BY[name]).filter((one) => one !== null))];
}

/**
 * The text of an event with the records of its message behind its own fields; that of an event that names no message
 * stays as it is. `omitted` names what is not there any more: deleted, or past the retention.
 */
export function included(
  text: string,
  { messageId }: Pick<Subject, "messageId">,
  asked: readonly Includable[],
  records: Pick<EventRecords, Includable | "files">,
): string {
  if (messageId === null || asked.length === 0) return text;
  const omitted = asked.filter((name) => records[name] === null);
  const members = asked
    .filter((name) => !omitted.includes(name))
    .map((name) => [name, shownAs(name, records)]);
  const added = JSON.stringify({
    ...Object.fromEntries(members),
    ...(omitted.length > 0 ? { omitted } : {}),
  });
  return `${text.slice(0, text.lastIndexOf("}"))},${added.slice(1)}`;
}

function shownAs(name: Includable, { message, contact, files }: Pick<EventRecords, Includable | "files">) {
  if (name === "contact" || message === null) return contact;
  return { ...message, content: withLinks(message.content, files) };
}
