import { toPostgresText } from "../../../../lib/postgres-text.ts";
import type { GroupPerson, PeopleEvent, SystemContent } from "../../../../message-types/received/system.ts";
import { object, text } from "../../../cloud-api/inbound/values.ts";
import type { Notice } from "../../../inbound.ts";
import { momentOf } from "../../../moment.ts";
import type { Library } from "../../library/library.ts";
import { parsed } from "../kinds.ts";
import { identityOf } from "../person.ts";
import type { Arrived, Reading } from "../reading.ts";
import type { Sender } from "../sender.ts";
import { readTimer } from "../timer.ts";

/** Somebody changed after how long the messages of a chat disappear. */
export function readTimerChange(reading: Reading, sender: Sender, arrived: Arrived): Notice[] {
  const seconds = readTimer(reading.library, arrived.message);
  return seconds === null ? [] : [notice(reading, sender, arrived, { event: "timer_changed", seconds })];
}

/** What a notification says that happened in a group; nothing of what a phone does not show. */
export async function readStub(reading: Reading, sender: Sender, arrived: Arrived): Promise<Notice[]> {
  if (sender.group === null) return [];
  const content = await contentOf(reading, sender, arrived);
  return content === null ? [] : [notice(reading, sender, arrived, content)];
}

/** What Baileys gives beside each kind: a text, a switch, or people as JSON (`Socket/messages-recv`, handleGroupNotification). */
async function contentOf(reading: Reading, sender: Sender, { stub }: Arrived): Promise<SystemContent | null> {
  const { StubType } = reading.library.proto.WebMessageInfo;
  const { type, parameters } = stub ?? { type: 0, parameters: [] };
  const words = toPostgresText(parameters[0] ?? "");
  const people = async (event: PeopleEvent): Promise<SystemContent> => {
    const named = await Promise.all(parameters.map((one) => personIn(reading, one)));
    return { event, people: named.filter((one) => one !== null) };
  };
  switch (type) {
    case StubType.GROUP_CREATE:
      return { event: "group_created", subject: words };
    case StubType.GROUP_CHANGE_SUBJECT:
      return { event: "subject_changed", subject: words };
    case StubType.GROUP_CHANGE_DESCRIPTION:
      return { event: "description_changed", description: words || null };
    case StubType.GROUP_CHANGE_ICON:
      return { event: "picture_changed" };
    case StubType.GROUP_CHANGE_ANNOUNCE:
      return { event: "only_admins_write", on: words === "on" };
    case StubType.GROUP_CHANGE_RESTRICT:
      return { event: "only_admins_edit", on: words === "on" };
    case StubType.GROUP_PARTICIPANT_ADD:
      return await people(isAlone(sender, parameters) ? "people_joined" : "people_added");
    case StubType.GROUP_PARTICIPANT_REMOVE:
      return await people("people_removed");
    case StubType.GROUP_PARTICIPANT_LEAVE:
      return await people("people_left");
    case StubType.GROUP_PARTICIPANT_PROMOTE:
      return await people("admins_made");
    case StubType.GROUP_PARTICIPANT_DEMOTE:
      return await people("admins_unmade");
    default:
      return null;
  }
}

/** Whether what somebody did in a group concerns them alone: they came by the invite link. */
function isAlone({ group }: Sender, parameters: readonly string[]): boolean {
  return parameters.length === 1 && object(parsed(parameters[0])).id === group?.address;
}

/** Somebody of a group, as Baileys names them; null for what is no person. */
async function personIn({ library, findPhone }: Reading, parameter: string): Promise<GroupPerson | null> {
  const given = object(parsed(parameter));
  const address = text(given.id);
  const identity = address === null ? null : identityOf(library, address);
  if (address === null || identity === null) return null;
  const phone = phoneIn(library, [address, text(given.phoneNumber)]) ?? (await findPhone(address));
  return { address, phone };
}

function phoneIn(library: Library, jids: readonly (string | null)[]): string | null {
  const identities = jids.map((jid) => (jid === null ? null : identityOf(library, jid)));
  return identities.find((one) => one?.type === "phone")?.value ?? null;
}

function notice(
  reading: Reading,
  { group, person }: Sender,
  arrived: Arrived,
  content: SystemContent,
): Notice {
  const isOurs = arrived.key.fromMe === true || person.phone === reading.own.phone;
  return {
    kind: "notice",
    providerMessageId: arrived.key.id ?? "",
    direction: isOurs ? "outbound" : "inbound",
    person: group === null ? person.person : { type: "group", value: group.id },
    participant: group?.address ?? null,
    content,
    at: momentOf(arrived.seconds),
  };
}
