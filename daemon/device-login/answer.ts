import { answerDeviceLogin, type DeviceLogin, findDeviceLogin } from "../../db/auth/device-logins.ts";
import { refuseMorePermissions } from "../auth/key-rules.ts";
import type { Caller } from "../http/caller.ts";
import { type Problem, problem } from "../http/problem.ts";
import { hashCode, readUserCode } from "./codes.ts";
import type { SignInDependencies } from "./sign-in.ts";

const OF_AGENT =
  "an agent's program asks with this code: choose what it may do on the page in a browser with JavaScript";

export type AnswerDependencies = Pick<SignInDependencies, "sql" | "tokenPepper" | "throttle">;

/** The question behind a code that somebody typed. Throws 404 when there is none, and 429 after too many of those. */
export async function find(
  { sql, tokenPepper, throttle }: AnswerDependencies,
  typed: string,
  { address }: Pick<Caller, "address">,
): Promise<{ code: string; login: DeviceLogin }> {
  const attempt = await throttle.token(address);
  const code = readUserCode(typed);
  const login = code === null ? null : await findDeviceLogin(sql, hashCode(code, tokenPepper));
  if (code !== null && login !== null) return { code, login };
  await attempt.failed();
  throw noSuchCode();
}

/** Approves a terminal's login in the name of the caller. Throws 403 when it requests more than they may. */
export async function approve(
  { sql, tokenPepper }: AnswerDependencies,
  code: string,
  login: DeviceLogin,
  caller: Caller,
): Promise<void> {
  if (login.client_id !== null) throw problem(422, "invalid_request", OF_AGENT);
  const granted = [...(login.permissions ?? caller.permissions)];
  refuseMorePermissions(caller, granted);
  const approval = {
    organization_id: caller.organizationId,
    approver_type: caller.actor.type,
    approver_id: caller.actor.id,
    granted,
    channel_ids: caller.channelIds?.slice() ?? null,
  };
  if (!(await answerDeviceLogin(sql, hashCode(code, tokenPepper), approval))) throw noSuchCode();
}

/** Refuses a login. Anybody who knows its code may. */
export async function refuse({ sql, tokenPepper }: AnswerDependencies, code: string): Promise<void> {
  await answerDeviceLogin(sql, hashCode(code, tokenPepper), null);
}

/** The refusal of a code that nobody has, or that was answered before. */
export function noSuchCode(): Problem {
  return problem(
    404,
    "not_found",
    "this code was used, has expired or never existed; look again in the terminal",
  );
}
