import type { TSchema } from "../../../lib/typebox.ts";
import { problemOf } from "../../graph/control/responses.ts";
import type { Validator } from "../../graph/http/validate.ts";
import { Refusal } from "../faults/refusal.ts";
import type { ControlRequest } from "../link.ts";

/** A telephone number as digits (E.164: fifteen at most). */
export const NUMBER = /^[1-9]\d{4,14}$/;

/** The body, when it is what the route takes; throws `Refusal` 400 otherwise. */
export function checked<Schema extends TSchema>(validator: Validator<Schema>, { body }: ControlRequest) {
  if (!validator.is(body)) throw new Refusal(400, problemOf(validator, body));
  return body;
}

/** The number in the path, with or without "+"; throws `Refusal` 400 when it is none. */
export function numberOf({ parameters: { number = "" } }: ControlRequest): string {
  const digits = number.replace(/^\+/, "");
  if (!NUMBER.test(digits)) throw new Refusal(400, `${number} is not a phone number of 5 to 15 digits`);
  return digits;
}
