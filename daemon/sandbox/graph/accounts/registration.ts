import { Type } from "../../../lib/typebox.ts";
import { failure, type GraphFailure } from "../http/errors.ts";
import { type Exchange, no, ok, readJson } from "../http/exchange.ts";
import { strict } from "../http/schema.ts";
import { createValidator, type Validator } from "../http/validate.ts";
import type { Phone } from "./phone.ts";

/** Meta blocks a number after this many registrations in this time (error 133016). */
const MOST_TRIES = 10;
const TRIES_MS = 72 * 3_600_000;
/** The code that every number of the sandbox is verified with. */
const VERIFICATION_CODE = "123456";

const sixDigits = Type.String({ pattern: "^[0-9]{6}$" });

const registration = createValidator(
  strict({
    messaging_product: Type.Literal("whatsapp"),
    pin: sixDigits,
    data_localization_region: Type.Optional(Type.String({ pattern: "^[A-Z]{2}$" })),
  }),
);

/** `POST /{phone_number_id}/register`; the first PIN becomes the number's. */
export async function register(exchange: Exchange, phone: Phone): Promise<Response> {
  const body = await readJson(exchange.request);
  if (!registration.is(body)) return no(exchange, registration.explain(body, ""));
  const now = Date.now();
  phone.tries = phone.tries.filter((at) => at > now - TRIES_MS);
  if (phone.tries.length >= MOST_TRIES) return no(exchange, tooOften());
  phone.tries.push(now);
  if (!phone.verified) {
    return no(exchange, refused(133006, "Phone number re-verification needed", "Verify the number first."));
  }
  if (phone.pin !== null && phone.pin !== body.pin) {
    return no(
      exchange,
      refused(133005, "Two step verification PIN Mismatch", "The PIN is not the number's."),
    );
  }
  phone.pin = body.pin;
  phone.registered = true;
  return ok(exchange, { success: true });
}

/** `POST /{phone_number_id}/deregister` */
export function deregister(exchange: Exchange, phone: Phone): Response {
  if (!phone.registered) return no(exchange, notRegistered());
  phone.registered = false;
  return ok(exchange, { success: true });
}

const codeRequest = createValidator(
  strict({
    code_method: Type.Union([Type.Literal("SMS"), Type.Literal("VOICE")]),
    language: Type.String({ pattern: "^[a-z]{2}(_[A-Z]{2})?$" }),
  }),
);

/** `POST /{phone_number_id}/request_code`; the code is always the same one. */
export function requestCode(exchange: Exchange, phone: Phone): Promise<Response> {
  return withBody(exchange, phone, codeRequest, () => null);
}

const codeGiven = createValidator(strict({ code: sixDigits }));

/** `POST /{phone_number_id}/verify_code` */
export function verifyCode(exchange: Exchange, phone: Phone): Promise<Response> {
  return withBody(exchange, phone, codeGiven, ({ code }) => {
    if (code !== VERIFICATION_CODE)
      return refused(136025, "Verify code error", "The code is not the one sent.");
    phone.verified = true;
    return null;
  });
}

/** The refusal of messages by a number that is not registered. */
export function notRegistered(): GraphFailure {
  return refused(133010, "Account not registered", "The phone number is not registered.");
}

async function withBody<Schema extends import("../../../lib/typebox.ts").TSchema>(
  exchange: Exchange,
  phone: Phone,
  validator: Validator<Schema>,
  apply: (body: import("../../../lib/typebox.ts").Static<Schema>) => GraphFailure | null,
): Promise<Response> {
  const body = await readJson(exchange.request);
  if (!validator.is(body)) return no(exchange, validator.explain(body, ""));
  if (phone.verified) {
    return no(exchange, refused(136024, "Already verified", "The phone number is already verified."));
  }
  const wrong = apply(body);
  return wrong === null ? ok(exchange, { success: true }) : no(exchange, wrong);
}

function tooOften(): GraphFailure {
  return refused(
    133016,
    "Account register deregister rate limit exceeded",
    "Registration or deregistration failed because there were too many attempts for this phone number.",
  );
}

function refused(code: number, title: string, details: string): GraphFailure {
  return failure(400, code, title, details);
}
