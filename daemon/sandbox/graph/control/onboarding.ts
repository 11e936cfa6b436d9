import { Type } from "../../../lib/typebox.ts";
import { addPhone } from "../accounts/phone.ts";
import { USUAL_SCOPES } from "../accounts/token-store.ts";
import { strict, textOf } from "../http/schema.ts";
import { createValidator } from "../http/validate.ts";
import { type ControlRequest, controlRefusal, controlResponse, problemOf } from "./responses.ts";

const digits = Type.String({ pattern: "^[0-9]{1,32}$" });

const code = createValidator(
  strict({
    waba_ids: Type.Optional(Type.Union([Type.Array(digits), Type.Null()])),
    scopes: Type.Optional(Type.Array(Type.String())),
    expires_in_seconds: Type.Optional(Type.Integer()),
  }),
);

/** `POST /sandbox/codes`: somebody went through embedded signup; answers with the code it ended with. */
export function postCode({ world, body }: ControlRequest): Response {
  if (!code.is(body)) return controlRefusal(400, problemOf(code, body));
  const seconds = body.expires_in_seconds;
  const grant = {
    scopes: body.scopes ?? USUAL_SCOPES,
    wabaIds: body.waba_ids === undefined ? firstAccount(world.phones) : body.waba_ids,
    expiresAt: seconds === undefined ? null : Date.now() + seconds * 1_000,
  };
  return controlResponse({ code: world.tokens.newCode(grant) });
}

function firstAccount(phones: ReadonlyMap<string, { wabaId: string }>): string[] {
  return [...phones.values()].slice(0, 1).map(({ wabaId }) => wabaId);
}

const phoneNumber = createValidator(
  strict({
    id: Type.Optional(digits),
    waba_id: Type.Optional(digits),
    display_phone_number: textOf(32),
    verified_name: textOf(128),
    verified: Type.Optional(Type.Boolean()),
    registered: Type.Optional(Type.Boolean()),
  }),
);

/**
 * `POST /sandbox/phone_numbers`: an account gets one more number, the first account unless another is named. Answers with
 * what a channel of it takes.
 */
export function postPhoneNumber({ world, body }: ControlRequest): Response {
  if (!phoneNumber.is(body)) return controlRefusal(400, problemOf(phoneNumber, body));
  const { display_phone_number, verified_name, ...state } = body;
  const {
    id = `1${display_phone_number.replace(/\D/g, "")}`,
    waba_id = firstAccount(world.phones)[0] ?? "",
  } = body;
  const phone = {
    id,
    wabaId: waba_id,
    displayPhoneNumber: display_phone_number,
    verifiedName: verified_name,
  };
  addPhone(world.phones, phone, state);
  return controlResponse({ id, waba_id, access_token: world.settings.accessToken });
}

const limits = createValidator(
  strict({
    calls: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()]),
    minutes: Type.Optional(Type.Integer({ minimum: 0 })),
  }),
);

/** `POST /sandbox/limits`: how many more calls may manage accounts before they are refused with 80008. */
export function postLimits({ world, body }: ControlRequest): Response {
  if (!limits.is(body)) return controlRefusal(400, problemOf(limits, body));
  world.usage.setLimit(body.calls, body.minutes ?? 1);
  return controlResponse({ calls: body.calls });
}
