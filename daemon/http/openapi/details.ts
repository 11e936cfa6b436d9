/** What the details of problems say that the documentation shows, too. */
export const INVALID_JSON = "the body is not valid JSON";
export const SEND_JSON = "send the body as application/json";
export const BODY_TOO_SLOW = "the body did not arrive in time; send it at once";
export const DATABASE_UNREACHABLE = "the database can't be reached; try again shortly";
export const OUR_MISTAKE = "something went wrong on our side; the request id finds it in the log";
export const KEY_OR_ORGANISATION = "this key or its organisation";

/** The detail of a 429: who sent too many requests, and when they may send the next. */
export function askedTooOften(who: string, seconds: number): string {
  return `${who} has asked too often; try again in ${seconds} s`;
}

/** The detail of a 413. */
export function bodyTooLarge(mostBytes: number): string {
  return `the body is larger than ${mostBytes} bytes`;
}
