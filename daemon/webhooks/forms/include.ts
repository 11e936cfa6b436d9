import { INCLUDABLE, type Includable, isIncludable } from "../../events/records/include.ts";
import type { Permission } from "../../http/permissions.ts";
import { withLinks } from "./files.ts";
import type { EndpointForm, EventRecords } from "./form.ts";
import type { Subject } from "./subject.ts";

/** The permissions of somebody to whom events in this form, with these records, are posted. */
export function permissionsFor(form: EndpointForm, include: readonly string[] | null): Permission[] {
  const names = [...form.needs, ...(include ?? [])].filter(isIncludable);
  return [...new Set(names.map((name) => INCLUDABLE[name]))];
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
