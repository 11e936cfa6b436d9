import type { DueDelivery } from "../../../db/webhooks/deliveries.ts";
import { type FixedRequest, findRequests, fixRequests } from "../../../db/webhooks/delivery-requests.ts";
import type { EndpointTarget } from "../../../db/webhooks/endpoints.ts";
import { isEventType } from "../../events/catalogue.ts";
import { FILE_BYTES, filesAwaited, namingFiles } from "./file-data.ts";
import type { EndpointForm, EventRecords, FormRequest } from "./form.ts";
import type { Forms } from "./forms.ts";
import { included, isPostable, type Postable } from "./include.ts";
import { loadRecords, type RecordDependencies } from "./records.ts";
import { type ParsedEvent, parseEvent } from "./subject.ts";
import { WAYPOST } from "./waypost.ts";

/** What a delivery posts; null is nothing, and an error says why there is no request. */
export type Written = FormRequest | null | Error;

/** Files of the event are still being fetched: its delivery is put off, and nothing is fixed yet. */
export class FilesAwaited extends Error {}

export type RequestDependencies = RecordDependencies & { forms: Forms };

type Target = Pick<EndpointTarget, "channels" | "format" | "format_events" | "include" | "file_bytes">;

/**
 * What deliveries post, by their ids. What carries more than its event is fixed before the first attempt
 * and stored, so that all attempts post the same, also after a daemon died; an event whose files are still fetched waits
 * for them. Throws when this version lacks the form.
 */
export async function requestsOf(
  dependencies: RequestDependencies,
  organizationId: string,
  target: Target,
  rows: readonly DueDelivery[],
): Promise<Map<string, Written>> {
  const form = dependencies.forms.find(target.format);
  if (form === null) throw new Error(`this version has no form ${target.format}`);
  const isPlain = form === WAYPOST && target.include === null;
  const plain = new Map(rows.map(({ id, body }) => [id, { body }]));
  // an earlier attempt may have been made when the endpoint wanted more
  if (rows.length === 0 || (isPlain && rows.every(({ attempt }) => attempt === 1))) return plain;
  // of a first attempt, what was fixed already comes out when it is to be fixed: hardly ever is there any
  const again = rows.filter(({ attempt }) => attempt > 1).map(({ id }) => id);
  const fixed = await findRequests(dependencies.sql, organizationId, again);
  const repeatsPlain = ({ id, attempt, trigger }: DueDelivery) =>
    form === WAYPOST &&
    !fixed.has(id) &&
    (target.include === null || (attempt > 1 && trigger === "schedule"));
  const open = rows.filter((row) => !repeatsPlain(row) && (fixed.get(row.id) ?? null) === null);
  const made = await makeRequests(dependencies, { organizationId, form, target }, open);
  const known = [...fixed].flatMap(([id, text]) => (text === null ? [] : [[id, parse(text)] as const]));
  return new Map([...plain, ...known, ...made]);
}

function parse(text: string): Written {
  return JSON.parse(text) as FormRequest | null;
}

type Made = { organizationId: string; form: EndpointForm; target: Target };

async function makeRequests(
  dependencies: RequestDependencies,
  { organizationId, form, target }: Made,
  rows: readonly DueDelivery[],
): Promise<Map<string, Written>> {
  if (rows.length === 0) return new Map();
  const { include, channels, file_bytes } = target;
  const asked = (include ?? []).filter(isPostable);
  const names = [...new Set([...form.needs, ...asked])];
  const parsed = rows.map((row) => parseEvent(row.body));
  const subjects = parsed.map(({ subject }) => subject);
  const fileBytes = asked.includes("files") ? (file_bytes ?? FILE_BYTES) : undefined;
  const records = await loadRecords(dependencies, { organizationId, names, channels, fileBytes }, subjects);
  const awaited = await filesAwaited(dependencies.sql, fileBytes === undefined ? [] : records);
  const made = new Map<string, Written>();
  const fixed = rows.flatMap((row, nth): FixedRequest[] => {
    const [event, found] = [parsed[nth], records[nth]];
    if (event === undefined || found === undefined) return [];
    const request = awaited.has(found)
      ? new FilesAwaited("files of the event are being fetched")
      : write({ form, target, asked }, { row, event, found });
    made.set(row.id, request);
    // an event that names no message is the same at each attempt anyway
    if (request instanceof Error || (form === WAYPOST && event.subject.messageId === null)) return [];
    return [{ id: row.id, request: JSON.stringify(request), ...traces(event.subject.isTest ? null : found) }];
  });
  const before = await fixRequests(dependencies.sql, organizationId, fixed);
  for (const [id, text] of before) made.set(id, parse(text));
  return made;
}

/** An error where the form can't write the event: the endpoint's other events do not wait for it. */
function write(
  { form, target, asked }: { form: EndpointForm; target: Target; asked: readonly Postable[] },
  { row, event, found }: { row: DueDelivery; event: ParsedEvent; found: EventRecords },
): Written {
  const { event_id: id, event_type: type, body } = row;
  try {
    if (!isEventType(type)) throw new Error(`this version has no event ${type}`);
    const text = form === WAYPOST ? included(body, event.subject, asked, found) : body;
    const whole = { id, type, body: event.body, text, records: found };
    // a test is posted whatever the endpoint wants
    if (event.subject.isTest) return form.write(whole);
    return namingFiles(form.write(whole, target.format_events), found.files);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    return new Error(`the event can't be written in the format ${form.name}: ${reason}`, { cause });
  }
}

/** By what a request is found again when a person or the past is to be forgotten. */
function traces(records: EventRecords | null) {
  const { message = null, contact = null } = records ?? {};
  return {
    contact_id: contact?.id ?? message?.contact_id ?? null,
    participant_contact_id: message?.group?.participant_contact_id ?? null,
    as_of: (message === null ? new Date() : recordedAt(message.id)).toISOString(),
  };
}

/** The time in a message's id, a UUIDv7: when it was recorded, by which the retention goes. */
function recordedAt(id: string): Date {
  return new Date(Number.parseInt(id.replaceAll("-", "").slice(0, 12), 16));
}
