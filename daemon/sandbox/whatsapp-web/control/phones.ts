import { Type } from "../../../lib/typebox.ts";
import { controlResponse } from "../../graph/control/responses.ts";
import { strict } from "../../graph/http/schema.ts";
import { createValidator } from "../../graph/http/validate.ts";
import type { ControlRequest } from "../link.ts";
import { checked, numberOf } from "./checked.ts";
import type { ControlledSandbox } from "./control.ts";

const CAPPINGS = ["NONE", "FIRST_WARNING", "SECOND_WARNING", "CAPPED"] as const;

const scanned = createValidator(strict({ qr: Type.String({ minLength: 1, maxLength: 2_000 }) }));
const typed = createValidator(strict({ code: Type.String({ minLength: 8, maxLength: 9 }) }));
const restricted = createValidator(
  strict({
    locked_seconds: Type.Optional(Type.Union([Type.Integer({ minimum: 1 }), Type.Null()])),
    capping: Type.Optional(Type.Union(CAPPINGS.map((name) => Type.Literal(name)))),
    notify: Type.Optional(Type.Boolean()),
  }),
);

/** `GET /sandbox/phones`: the phones, their companions, and what waits for each of these. */
export function getPhones({ control }: ControlledSandbox): Response {
  return controlResponse({ data: control.phones() });
}

/** `POST /sandbox/phones/{number}/scan`: the phone scans the QR code of a client, and links it. */
export async function postScan({ control }: ControlledSandbox, request: ControlRequest): Promise<Response> {
  return controlResponse(await control.scan(numberOf(request), checked(scanned, request).qr));
}

/** `POST /sandbox/phones/{number}/code`: somebody types a client's pairing code into the phone. */
export async function postCode({ control }: ControlledSandbox, request: ControlRequest): Promise<Response> {
  const { code } = checked(typed, request);
  return controlResponse(await control.typeCode(numberOf(request), code.replace("-", "")));
}

/** `DELETE /sandbox/phones/{number}/devices/{device}`: the phone logs a companion out. */
export function deleteDevice({ control }: ControlledSandbox, request: ControlRequest): Response {
  control.unlink(numberOf(request), Number(request.parameters.device));
  return controlResponse({ unlinked: true });
}

/**
 * `POST /sandbox/phones/{number}/restriction`: WhatsApp holds the account back. With
 * `locked_seconds`, no new chats for so long (`null`: again allowed); `capping` is how near it is
 * to its limit of new chats. Unless `notify` is false, companions are notified.
 */
export function postRestriction({ control }: ControlledSandbox, request: ControlRequest): Response {
  const { locked_seconds: locked, capping, notify } = checked(restricted, request);
  const lockedUntil = locked === null ? null : new Date(Date.now() + (locked ?? 0) * 1000).toISOString();
  const change = {
    ...(locked === undefined ? {} : { lockedUntil }),
    ...(capping === undefined ? {} : { capping }),
  };
  const restriction = control.restrict(numberOf(request), change, notify);
  return controlResponse({ locked_until: restriction.lockedUntil, capping: restriction.capping });
}
