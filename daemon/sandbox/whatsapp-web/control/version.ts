import { Nullable, Type } from "../../../lib/typebox.ts";
import { controlResponse } from "../../graph/control/responses.ts";
import { strict } from "../../graph/http/schema.ts";
import { createValidator } from "../../graph/http/validate.ts";
import type { ControlRequest } from "../link.ts";
import { checked } from "./checked.ts";
import type { ControlledSandbox } from "./control.ts";

const revision = Nullable(Type.Integer({ minimum: 1, maximum: 9_999_999_999 }));
const rules = createValidator(strict({ oldest: Type.Optional(revision), named: Type.Optional(revision) }));

/** `GET /sandbox/version`: the oldest version of WhatsApp Web that is let in, and the one that its page names. */
export function getVersion({ control }: ControlledSandbox): Response {
  return controlResponse(control.version({}));
}

/** `POST /sandbox/version`: other ones, from now on. */
export function postVersion({ control }: ControlledSandbox, request: ControlRequest): Response {
  return controlResponse(control.version(checked(rules, request)));
}
