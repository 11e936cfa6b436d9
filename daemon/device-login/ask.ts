import { countDeviceLogins, forgetOldestOfMost, insertDeviceLogin } from "../../db/auth/device-logins.ts";
import type { Sql } from "../../db/connection/client.ts";
import { databaseTime } from "../../db/connection/database-time.ts";
import { hashToken } from "../auth/tokens.ts";
import { problem } from "../http/problem.ts";
import { networkOf } from "../http/sender.ts";
import { oneLine } from "../lib/harmless.ts";
import { hashCode, INTERVAL_SECONDS, LIFE_SECONDS, newDeviceCode, newUserCode } from "./codes.ts";

/** How many questions may wait at a time: of one network, and of all. */
const MOST_OF_NETWORK = 10;
const MOST = 1_000;
/** Characters of what a program says of itself. */
const LONGEST = 64;

export type Question = {
  host: string;
  program: string;
  address: string | null;
  /** Null asks for whatever the one who approves may do. */
  permissions: string[] | null;
  /** An agent's program, by its id of OAuth. */
  clientId: string | null;
};

/** Both codes of a new question; only their hashes are stored. Throws 429 when too many wait for an answer. */
export async function ask(
  sql: Sql,
  pepper: Uint8Array,
  { host, program, address, permissions, clientId }: Question,
): Promise<{ deviceCode: string; userCode: string }> {
  const network = address === null ? null : networkOf(address);
  const waiting = await countDeviceLogins(sql, network);
  if (waiting.own >= MOST_OF_NETWORK) throw tooMany();
  if (waiting.all >= MOST && !(await forgetOldestOfMost(sql, waiting.own + 1))) throw tooMany();
  const deviceCode = newDeviceCode();
  const userCode = newUserCode();
  const now = await databaseTime(sql);
  await insertDeviceLogin(sql, {
    ...{ host: oneLine(host, LONGEST, "unknown"), program: oneLine(program, LONGEST, "unknown") },
    ...{ address, network, permissions, client_id: clientId },
    // as the token that it becomes, if it is an agent's
    device_code_hash: clientId === null ? hashCode(deviceCode, pepper) : hashToken(deviceCode, pepper),
    user_code_hash: hashCode(userCode, pepper),
    expires_at: new Date(now.getTime() + LIFE_SECONDS * 1_000),
  });
  return { deviceCode, userCode };
}

/** The codes in the form of RFC 8628, 3.2, for a daemon that people find below this address. */
export function authorization(below: string, { deviceCode, userCode }: Awaited<ReturnType<typeof ask>>) {
  const page = `${below.replace(/\/$/, "")}/device`;
  return {
    device_code: deviceCode,
    user_code: userCode,
    verification_uri: page,
    verification_uri_complete: `${page}?user_code=${userCode}`,
    expires_in: LIFE_SECONDS,
    interval: INTERVAL_SECONDS,
  };
}

function tooMany() {
  const detail = "too many logins wait for an approval; try again in a minute";
  return problem(429, "too_many_logins", detail, { headers: { "retry-after": "60" } });
}
