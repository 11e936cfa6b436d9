import { Type } from "../../../../lib/typebox.ts";
import { controlResponse } from "../../../graph/control/responses.ts";
import { strict } from "../../../graph/http/schema.ts";
import { createValidator } from "../../../graph/http/validate.ts";
import { checked, numberOf } from "../../control/checked.ts";
import { digits, groupId, oneOf, type PeopleHandler } from "./handler.ts";

const archived = createValidator(
  strict({
    chat: Type.Union([digits, groupId]),
    archived: Type.Boolean(),
    form: Type.Optional(oneOf(["lid", "s.whatsapp.net"])),
  }),
);
const kept = createValidator(strict({ keeps: Type.Boolean() }));

/** `GET /sandbox/phones/{number}/chats`: the chats that were archived, or taken out of the archive. */
export const getChats: PeopleHandler = (control, request) =>
  controlResponse({ data: control.chats(numberOf(request)) });

/** `POST /sandbox/phones/{number}/chats`: somebody archives a chat on the phone, or takes it out of the archive. */
export const postChat: PeopleHandler = async (control, request) => {
  const change = checked(archived, request);
  await control.archive(numberOf(request), change);
  return controlResponse({ chat: change.chat, archived: change.archived });
};

/** `PUT /sandbox/phones/{number}/keep-archived`: whether archived chats stay archived when messages come. */
export const putKeepArchived: PeopleHandler = async (control, request) => {
  const { keeps } = checked(kept, request);
  await control.keepArchived(numberOf(request), keeps);
  return controlResponse({ keeps });
};
