import { Type } from "../../../../lib/typebox.ts";
import { controlResponse } from "../../../graph/control/responses.ts";
import { strict } from "../../../graph/http/schema.ts";
import { createValidator } from "../../../graph/http/validate.ts";
import { checked, numberOf } from "../../control/checked.ts";
import { digits, groupId, oneOf, type PeopleHandler } from "./handler.ts";

const named = createValidator(strict({ name: Type.String({ minLength: 1, maxLength: 100 }) }));
const labelled = createValidator(
  strict({
    chat: Type.Union([digits, groupId]),
    labelled: Type.Boolean(),
    form: Type.Optional(oneOf(["lid", "s.whatsapp.net"])),
  }),
);

/** `GET /sandbox/phones/{number}/labels`: the labels of the phone's Business app, and the chats that carry them. */
export const getLabels: PeopleHandler = (control, request) =>
  controlResponse({ data: control.labels(numberOf(request)) });

/** `PUT /sandbox/phones/{number}/labels/{id}`: somebody names a label on the phone, or gives it another name. */
export const putLabel: PeopleHandler = async (control, request) => {
  const { id = "" } = request.parameters;
  const { name } = checked(named, request);
  await control.nameLabel(numberOf(request), { id, name });
  return controlResponse({ id, name });
};

/** `DELETE /sandbox/phones/{number}/labels/{id}`: somebody deletes a label on the phone. */
export const deleteLabel: PeopleHandler = async (control, request) => {
  const { id = "" } = request.parameters;
  await control.nameLabel(numberOf(request), { id, name: null });
  return controlResponse({ deleted: true });
};

/** `POST /sandbox/phones/{number}/labels/{id}/chats`: somebody puts a label on a chat on the phone, or takes it off. */
export const postLabelChat: PeopleHandler = async (control, request) => {
  const { id = "" } = request.parameters;
  const change = checked(labelled, request);
  await control.labelChat(numberOf(request), { id, ...change });
  return controlResponse({ id, chat: change.chat, labelled: change.labelled });
};
