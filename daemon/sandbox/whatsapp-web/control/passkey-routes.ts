import { Type } from "../../../lib/typebox.ts";
import { controlResponse } from "../../graph/control/responses.ts";
import { strict } from "../../graph/http/schema.ts";
import { createValidator } from "../../graph/http/validate.ts";
import type { ControlRequest } from "../link.ts";
import { checked, numberOf } from "./checked.ts";
import type { ControlledSandbox } from "./control.ts";

const demanded = createValidator(
  strict({
    demand: Type.Union([Type.Literal("with_challenge"), Type.Literal("without_challenge"), Type.Null()]),
  }),
);
const signed = createValidator(
  strict({
    options: Type.Object({}, { additionalProperties: true }),
    origin: Type.Optional(Type.String({ maxLength: 200 })),
  }),
);
const answered = createValidator(strict({ same: Type.Boolean() }));

/** `GET /sandbox/phones/{number}/passkey`: the account's passkey, and the pairing that waits for it. */
export function getPasskey({ control }: ControlledSandbox, request: ControlRequest): Response {
  return controlResponse(control.passkeys.state(numberOf(request)));
}

/** `POST /sandbox/phones/{number}/passkey`: whether the phone wants the passkey when a device is linked. */
export function postPasskey({ control }: ControlledSandbox, request: ControlRequest): Response {
  const number = numberOf(request);
  control.passkeys.setDemand(number, checked(demanded, request).demand);
  return controlResponse(control.passkeys.state(number));
}

/** `POST /sandbox/phones/{number}/passkey/sign`: a browser of the account's owner signs a challenge. */
export function postSign({ control }: ControlledSandbox, request: ControlRequest): Response {
  const { options, origin } = checked(signed, request);
  return controlResponse(control.passkeys.sign(numberOf(request), options, origin));
}

/** `POST /sandbox/phones/{number}/passkey/answer`: the person compares the code on the phone with the other side's. */
export function postAnswer({ control }: ControlledSandbox, request: ControlRequest): Response {
  const number = numberOf(request);
  control.passkeys.answer(number, checked(answered, request).same);
  return controlResponse(control.passkeys.state(number));
}
