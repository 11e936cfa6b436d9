import { MESSAGE_TYPES, type MessageTypeName } from "../../../message-types/message-type.ts";
import type { GroupComplaint, GroupRequest, GroupRules } from "../../groups.ts";

/**
 * What Meta's groups take: its page "Groups API" names text, media and templates, and says that nothing is edited,
 * deleted or marked as read, and that nobody is added.
 */
const SENT: readonly MessageTypeName[] = [
  ...(["text", "image", "video", "audio", "document", "sticker", "template"] as const),
];

/** Base64, unlike every other id of the Graph API, which is digits: nothing else is deleted or changed by mistake. */
const ID = /^(?=.*[A-Za-z])[\w=-]{8,128}$/;

/** In a group, the business aside. */
const MOST_PEOPLE = 8;

/** Meta's groups: made by a number of an official business account, joined by their invite link. */
export const OFFICIAL_GROUPS: GroupRules = {
  isId: (id) => ID.test(id),
  optIn: false,
  namesPeopleBy: "number",
  cannotSend: new Set(MESSAGE_TYPES.filter((type) => !SENT.includes(type))),
  refusalOf,
};

function refusalOf(request: GroupRequest): GroupComplaint | null {
  switch (request.kind) {
    case "create":
      return request.participants.length === 0
        ? null
        : at("/participants", "nobody can be added to an official group: send people its invite link");
    case "update":
      if (request.announce !== null) return at("/announce", "everybody may write in an official group");
      return request.locked === null ? null : at("/locked", "only the business changes an official group");
    case "participants":
      if (request.participants.length > MOST_PEOPLE)
        return at("/participants", `an official group has at most ${MOST_PEOPLE} people`);
      return request.action === "remove"
        ? null
        : at(
            "/action",
            `can't ${request.action} people in an official group: they join by its invite link, and none is an admin`,
          );
    case "join":
      return at("", "an official number can't join groups: it has those that it creates");
    case "leave":
      return at("", "an official number can't leave a group: delete it");
    default:
      return null;
  }
}

function at(path: string, message: string): GroupComplaint {
  return { path, message };
}
