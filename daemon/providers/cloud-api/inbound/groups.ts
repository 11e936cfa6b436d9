import { objects } from "../../../lib/objects.ts";
import type { GroupPerson, SystemContent } from "../../../message-types/received/system.ts";
import type { Inbound, InboundFact, Notice } from "../../inbound.ts";
import { momentOf } from "../../moment.ts";
import { readGroupReport } from "./group-report.ts";
import { groupId, identities } from "./identities.ts";
import { field, type Json, object, text } from "./values.ts";

/**
 * The fields `group_lifecycle_update`, `group_participants_update`, `group_settings_update` and `group_status_update`:
 * what happened in groups of the number. Source: Meta, "Webhooks for Groups API", and its OpenAPI file, `Groups`.
 */
export function readGroups(value: Json): Inbound[] {
  const phoneNumberId = text(field(value.metadata, "phone_number_id"));
  if (phoneNumberId === null) return [];
  return [{ target: { phoneNumberId }, facts: objects(value.groups).flatMap(readGroup) }];
}

function readGroup(given: Json): InboundFact[] {
  const value = groupId(given.group_id);
  const happened = value === null ? [] : happenedIn(given).map((one) => noticeOf(given, value, one));
  return [...happened, ...readGroupReport(given, value)];
}

/** Something that happened, who did it if it was not the business, and the group's subject from then on, if that is known. */
type Happened = { content: SystemContent; by?: GroupPerson | undefined; subject?: string };

function happenedIn(given: Json): Happened[] {
  const type = text(given.type);
  if (type === "group_create" || type === "group_delete") return lifecycleOf(type, given);
  switch (type) {
    case "group_settings_update":
      return settingsOf(given);
    case "group_participants_add":
    case "group_add_participants":
      return joined(given);
    case "group_participants_remove":
    case "group_remove_participants":
      return gone(given);
    case "group_join_request_created":
      return askedBy(given, "join_requested");
    case "group_join_request_revoked":
      return askedBy(given, "join_request_withdrawn");
    case "group_suspend":
      return [{ content: { event: "group_suspended", on: true } }];
    case "group_suspend_cleared":
      return [{ content: { event: "group_suspended", on: false } }];
    default:
      return [];
  }
}

function lifecycleOf(type: "group_create" | "group_delete", given: Json): Happened[] {
  if (objects(given.errors).length > 0) return [];
  if (type === "group_delete") return [{ content: { event: "group_deleted" } }];
  // one example of Meta's removes people by this type
  if (given.removed_participants !== undefined) return gone(given);
  const subject = text(given.subject) ?? "";
  return [{ content: { event: "group_created", subject }, subject }, ...joined(given)];
}

/** Each setting says whether it was changed. */
function settingsOf(given: Json): Happened[] {
  const subject = changed(given.group_subject);
  const description = changed(given.group_description);
  const words = text(subject?.text) ?? "";
  return [
    ...(subject === null ? [] : [{ content: subjectChanged(words), subject: words }]),
    ...(description === null ? [] : [{ content: descriptionChanged(text(description.text)) }]),
    ...(changed(given.profile_picture) === null ? [] : [{ content: { event: "picture_changed" } as const }]),
  ];
}

const subjectChanged = (subject: string): SystemContent => ({ event: "subject_changed", subject });
const descriptionChanged = (words: string | null): SystemContent => ({
  event: "description_changed",
  description: words || null,
});

function changed(setting: unknown): Json | null {
  return setting === undefined || object(setting).update_successful === false ? null : object(setting);
}

/** Meta's groups are joined by their invite link alone. */
function joined(given: Json): Happened[] {
  const people = peopleIn(given.added_participants);
  return people.map((person) => ({ content: { event: "people_joined", people: [person] }, by: person }));
}

function gone(given: Json): Happened[] {
  const people = peopleIn(given.removed_participants);
  if (people.length === 0) return [];
  if (given.initiated_by !== "participant") return [{ content: { event: "people_removed", people } }];
  return people.map((person) => ({ content: { event: "people_left", people: [person] }, by: person }));
}

function askedBy(given: Json, event: "join_requested" | "join_request_withdrawn"): Happened[] {
  const people = peopleIn([given]);
  return people.length === 0 ? [] : [{ content: { event, people }, by: people[0] }];
}

/** People as messages in the group name them: by user id, where it is shown. */
function peopleIn(given: unknown): GroupPerson[] {
  return objects(given).flatMap((one) => {
    const known = identities(one.wa_id ?? one.input, one.user_id);
    const address = known.at(-1)?.value;
    const phone = known.find(({ type }) => type === "phone")?.value ?? null;
    return address === undefined ? [] : [{ address, phone }];
  });
}

function noticeOf(given: Json, group: string, { content, by, subject }: Happened): Notice {
  const about = text(given.request_id) ?? text(given.join_request_id) ?? String(given.timestamp);
  const of = [group, content.event, about, ...(by === undefined ? [] : [by.address])];
  return {
    kind: "notice",
    providerMessageId: of.join(" "),
    direction: by === undefined ? "outbound" : "inbound",
    person: { type: "group", value: group },
    participant: by?.address ?? null,
    content,
    ...(subject === undefined || subject === "" ? {} : { name: subject }),
    at: momentOf(given.timestamp),
  };
}
