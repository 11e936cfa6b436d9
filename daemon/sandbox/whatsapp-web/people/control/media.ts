import { Type } from "../../../../lib/typebox.ts";
import { controlResponse } from "../../../graph/control/responses.ts";
import { strict } from "../../../graph/http/schema.ts";
import { createValidator } from "../../../graph/http/validate.ts";
import { checked, numberOf } from "../../control/checked.ts";
import { milliseconds, oneOf, type PeopleHandler } from "./handler.ts";

const fault = createValidator(
  strict({
    at: oneOf(["upload", "download"]),
    status: Type.Optional(Type.Integer({ minimum: 400, maximum: 599 })),
    delay_ms: Type.Optional(milliseconds),
    times: Type.Optional(Type.Integer({ minimum: 1 })),
  }),
);
const expiry = createValidator(
  strict({
    id: Type.String({ minLength: 1 }),
    status: Type.Optional(Type.Union([Type.Literal(404), Type.Literal(410)])),
    for_good: Type.Optional(Type.Boolean()),
  }),
);

/** `POST /sandbox/media/faults`: the next `times` uploads or downloads are slow, or answered with a status. */
export const postMediaFault: PeopleHandler = (control, request) => {
  const { delay_ms: delayMs, times = 1, at, status } = checked(fault, request);
  control.mediaFaults.add({ at, times, ...(status && { status }), ...(delayMs && { delayMs }) });
  return controlResponse({ at, times });
};

/** `DELETE /sandbox/media/faults`: nothing goes wrong any more. */
export const deleteMediaFaults: PeopleHandler = (control) => {
  control.mediaFaults.clear();
  return controlResponse({ cleared: true });
};

/**
 * `POST /sandbox/phones/{number}/expired`: the file of a message answers 410 (or 404) until the phone uploads it
 * again; `for_good`, 404 for ever.
 */
export const postExpired: PeopleHandler = (control, request) => {
  const { id, status = 410, for_good = false } = checked(expiry, request);
  if (for_good) control.deleteFile(numberOf(request), id);
  else control.expireFile(numberOf(request), id, status);
  return controlResponse({ id, status: for_good ? 404 : status, for_good });
};
