import { Type } from "../../../lib/typebox.ts";
import { controlResponse } from "../../graph/control/responses.ts";
import { strict } from "../../graph/http/schema.ts";
import { createValidator } from "../../graph/http/validate.ts";
import type { ControlRequest } from "../link.ts";
import { limitOf, newChatsAt } from "../memory/new-chats.ts";
import { checked, numberOf } from "./checked.ts";
import type { CompanionState, ControlledSandbox } from "./control.ts";

const CAPPINGS = ["NONE", "FIRST_WARNING", "SECOND_WARNING", "CAPPED"] as const;

const scanned = createValidator(strict({ qr: Type.String({ minLength: 1, maxLength: 2_000 }) }));
const typed = createValidator(strict({ code: Type.String({ minLength: 8, maxLength: 9 }) }));
const restricted = createValidator(
  strict({
    locked_seconds: Type.Optional(Type.Union([Type.Integer({ minimum: 1 }), Type.Null()])),
    capping: Type.Optional(Type.Union([...CAPPINGS.map((name) => Type.Literal(name)), Type.Null()])),
    new_chats: Type.Optional(
      strict({
        total: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()]),
        used: Type.Optional(Type.Integer({ minimum: 0 })),
        cycle_seconds: Type.Optional(Type.Integer({ minimum: 1 })),
      }),
    ),
    notify: Type.Optional(Type.Boolean()),
  }),
);

/** `GET /sandbox/phones`: the phones, their companions, and what waits for each of these. */
export function getPhones({ control }: ControlledSandbox): Response {
  return controlResponse({ data: control.phones() });
}

/**
 * `POST /sandbox/phones/{number}/scan`: the phone scans the QR code of a client, and links it; one that wants the passkey
 * first shows "Continue on WhatsApp Web".
 */
export async function postScan({ control }: ControlledSandbox, request: ControlRequest): Promise<Response> {
  const number = numberOf(request);
  const { qr } = checked(scanned, request);
  return controlResponse(await linkedOrAsked((onAsked) => control.scan(number, qr, onAsked)));
}

/** `POST /sandbox/phones/{number}/code`: somebody types a client's pairing code into the phone. */
export async function postCode({ control }: ControlledSandbox, request: ControlRequest): Promise<Response> {
  const number = numberOf(request);
  const code = checked(typed, request).code.replace("-", "");
  return controlResponse(await linkedOrAsked((onAsked) => control.typeCode(number, code, onAsked)));
}

/** The linked companion, or that the phone waits for the passkey; what comes of that is in the list of phones. */
async function linkedOrAsked(
  begin: (onAsked: () => void) => Promise<CompanionState>,
): Promise<CompanionState | { waits_for: "passkey" }> {
  const asked = Promise.withResolvers<{ waits_for: "passkey" }>();
  const linked = begin(() => asked.resolve({ waits_for: "passkey" }));
  linked.catch(() => {});
  return await Promise.race([linked, asked.promise]);
}

/** `DELETE /sandbox/phones/{number}/devices/{device}`: the phone logs a companion out. */
export function deleteDevice({ control }: ControlledSandbox, request: ControlRequest): Response {
  control.unlink(numberOf(request), Number(request.parameters.device));
  return controlResponse({ unlinked: true });
}

/**
 * `POST /sandbox/phones/{number}/restriction`: WhatsApp holds the account back. With
 * `locked_seconds`, no new chats for so long (`null`: again allowed). `new_chats` limits how many it may begin in a
 * month, or in cycles of `cycle_seconds` from now on; `capping` is how near it is said to be to that, whatever it has used.
 * Unless `notify` is false, companions are notified.
 */
export function postRestriction({ control }: ControlledSandbox, request: ControlRequest): Response {
  const { locked_seconds: locked, capping, new_chats, notify } = checked(restricted, request);
  const lockedUntil = locked === null ? null : new Date(Date.now() + (locked ?? 0) * 1000).toISOString();
  const change = {
    ...(locked === undefined ? {} : { lockedUntil }),
    ...(capping === undefined ? {} : { capping }),
    ...(new_chats === undefined ? {} : { newChats: limitOf(new_chats, new Date()) }),
  };
  const restriction = control.restrict(numberOf(request), change, notify);
  const { total, used, end, capping: follows } = newChatsAt(restriction.newChats, new Date());
  return controlResponse({
    locked_until: restriction.lockedUntil,
    capping: restriction.capping ?? follows,
    new_chats: { total, used, cycle_end: end.toISOString() },
  });
}
