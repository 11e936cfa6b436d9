import { controlResponse } from "../../graph/control/responses.ts";
import { givenRules } from "../bans/rules.ts";
import type { ControlRequest } from "../link.ts";
import { checked } from "./checked.ts";
import type { ControlledSandbox } from "./control.ts";

/** `GET /sandbox/bans`: the rules by which numbers are banned, if there are any, and the numbers that were judged. */
export function getBans({ control }: ControlledSandbox): Response {
  const bans = control.bans();
  return controlResponse({ rules: bans.rules(), data: bans.all() });
}

/** `PUT /sandbox/bans`: numbers are banned from now on, by the usual rules with what the body changes in them. */
export function putBans(sandbox: ControlledSandbox, request: ControlRequest): Response {
  sandbox.control.bans().set(checked(givenRules, request));
  return getBans(sandbox);
}

/** `DELETE /sandbox/bans`: nobody is banned, or is any more. */
export function deleteBans(sandbox: ControlledSandbox): Response {
  sandbox.control.bans().set(null);
  return getBans(sandbox);
}
