import { INCLUDABLE } from "../../events/records/include.ts";
import type { Permission } from "../../http/permissions.ts";
import { withFiles } from "./files.ts";
import type { EndpointForm, EventRecords, RecordName } from "./form.ts";
import type { Subject } from "./subject.ts";

/** What an endpoint's events can carry, and the permission that reads it: what readers of the log can have, and files. */
const POSTABLE = { ...INCLUDABLE, files: "messages:read" } as const satisfies Record<string, Permission>;

export type Postable = keyof typeof POSTABLE;

export const POSTABLES = Object.keys(POSTABLE) as Postable[];

export function isPostable(name: string): name is Postable {
  return Object.hasOwn(POSTABLE, name);
}

/** What reads each record; null where whoever gets events knows it anyway: the channel's name and number. */
const READ_BY: Record<RecordName, Permission | null> = {
  ...POSTABLE,
  answered: "messages:read",
  channel: null,
};

/** The permissions that the creator of an endpoint needs: to read all that its form and `include` post to it. */
export function permissionsFor(form: EndpointForm, include: readonly string[] | null): Permission[] {
  const names = [...form.needs, ...(include ?? []).filter(isPostable)];
  return [...new Set(names.map((name) => READ_BY[name]).filter((one) => one !== null))];
}

/**
 * The text of an event with the records of its message behind its own fields; that of an event that names no message
 * stays as it is. `omitted` names what is not there any more: deleted, or past the retention.
 */
export function included(
  text: string,
  { messageId }: Pick<Subject, "messageId">,
  asked: readonly Postable[],
  records: Pick<EventRecords, Postable>,
): string {
  if (messageId === null || asked.length === 0) return text;
  const { message, contact, files } = records;
  const content = message === null ? null : withFiles(message.content, files, asked.includes("files"));
  // files stand in the message
  const shown = { message: message && { ...message, content }, contact, files: undefined };
  const omitted = asked.filter((name) => shown[name] === null);
  const members = asked.filter((name) => shown[name] !== null).map((name) => [name, shown[name]]);
  const added = JSON.stringify({
    ...Object.fromEntries(members),
    ...(omitted.length > 0 ? { omitted } : {}),
  });
  return `${text.slice(0, text.lastIndexOf("}"))},${added.slice(1)}`;
}
