import { Type } from "../../../../lib/typebox.ts";
import { controlResponse } from "../../../graph/control/responses.ts";
import { strict } from "../../../graph/http/schema.ts";
import { createValidator } from "../../../graph/http/validate.ts";
import { checked, numberOf } from "../../control/checked.ts";
import { digits, type PeopleHandler } from "./handler.ts";

const MOST_MEMBERS = 1_024;
const LONGEST_SUBJECT = 100;

const subject = Type.String({ minLength: 1, maxLength: LONGEST_SUBJECT });
const numbers = Type.Array(digits, { minItems: 1, maxItems: MOST_MEMBERS });
const created = createValidator(strict({ subject, members: numbers }));
const changed = createValidator(
  strict({
    subject: Type.Optional(subject),
    expires_seconds: Type.Optional(Type.Integer({ minimum: 0 })),
    add: Type.Optional(numbers),
    remove: Type.Optional(numbers),
    promote: Type.Optional(numbers),
    demote: Type.Optional(numbers),
    leave: Type.Optional(Type.Boolean()),
  }),
);
const joined = createValidator(strict({ invite: Type.String({ minLength: 1, maxLength: 64 }) }));

/** `POST /sandbox/phones/{number}/groups`: somebody creates a group with these members; answers with it. */
export const postGroup: PeopleHandler = (control, request) => {
  const { subject, members } = checked(created, request);
  return controlResponse(control.createGroup(numberOf(request), subject, members));
};

/** `GET /sandbox/phones/{number}/groups`: the groups that somebody is in. */
export const getGroups: PeopleHandler = (control, request) =>
  controlResponse({ data: control.groups(numberOf(request)) });

/** `POST /sandbox/phones/{number}/groups/{id}`: somebody changes a group, or leaves it. */
export const postGroupChange: PeopleHandler = (control, request) => {
  const { id = "" } = request.parameters;
  const { expires_seconds: expiresSeconds, ...rest } = checked(changed, request);
  return controlResponse(control.changeGroup(numberOf(request), id, { ...rest, expiresSeconds }));
};

/** `POST /sandbox/phones/{number}/invites`: somebody joins the group of an invite link, by the link's end. */
export const postInvite: PeopleHandler = (control, request) =>
  controlResponse(control.joinGroup(numberOf(request), checked(joined, request).invite));
