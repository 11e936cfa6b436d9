import { type Problem, problem } from "../../http/problem.ts";

const LONGEST = 35;
const SHORTEST = 3;
const ENDINGS = /\.(com|net|org|info|biz|io|co)$/;

/** Why a text can't be a number's user name at WhatsApp; null when it can (Meta, "Business usernames"). */
export function usernameProblem(username: string): string | null {
  if (username.length < SHORTEST || username.length > LONGEST) return `${SHORTEST} to ${LONGEST} characters`;
  if (!/^[a-z0-9._]+$/.test(username)) return "small letters a to z, digits, periods and underscores only";
  if (!/[a-z]/.test(username)) return "at least one letter";
  if (/^\.|\.$|\.\./.test(username)) return "no period at either end, nor two in a row";
  if (username.startsWith("www")) return "not beginning with www";
  return ENDINGS.test(username) ? "not ending like an address, such as .com" : null;
}

/** The refusal of a user name that WhatsApp would not take. */
export function refusedUsername(message: string): Problem {
  const errors = [{ path: "/username", message }];
  return problem(422, "invalid_request", `/username: ${message}`, { errors });
}
