import type { Phone } from "../accounts/phone.ts";
import { countryOf } from "../billing/markets.ts";
import { failure, type GraphFailure } from "../http/errors.ts";

/** What somebody answered to a request to call. */
export type PermissionReply = {
  response: "accept" | "reject";
  /** Seconds since 1970; absent: for good. */
  expiration_timestamp?: number;
  is_permanent: boolean;
  response_source: "user_action" | "automatic";
};

/** A permission as `GET /{phone_number_id}/call_permissions` has it. */
export type Permission = { status: "pending" | "granted" | "denied" | "expired"; expiration_time?: number };

export type CallPermissions = ReturnType<typeof createCallPermissions>;

const WEEK_SECONDS = 7 * 24 * 3600;

/** Nobody was asked yet. Times are milliseconds since 1970. */
export function createCallPermissions() {
  const known = new Map<string, "asked" | PermissionReply>();
  const key = (phoneId: string, person: string) => `${phoneId} ${person}`;
  return {
    ask(phoneId: string, person: string): void {
      const before = known.get(key(phoneId, person));
      if (before === undefined || before === "asked") known.set(key(phoneId, person), "asked");
    },
    answer(phoneId: string, person: string, reply: PermissionReply): void {
      known.set(key(phoneId, person), reply);
    },
    of(phoneId: string, person: string, now: number): Permission {
      const answer = known.get(key(phoneId, person));
      if (answer === undefined) return { status: "denied" };
      if (answer === "asked") return { status: "pending" };
      if (answer.response === "reject") return { status: "denied" };
      const { expiration_timestamp: ends } = answer;
      if (answer.is_permanent || ends === undefined) return { status: "granted" };
      return { status: ends * 1000 > now ? "granted" : "expired", expiration_time: ends };
    },
    clear: () => known.clear(),
  };
}

/** A person's yes for seven days, unless the content says otherwise. */
export function replyOf(content: Partial<PermissionReply>, now: number): PermissionReply {
  const { response = "accept", is_permanent = false, response_source = "user_action" } = content;
  const ends = content.expiration_timestamp ?? Math.floor(now / 1000) + WEEK_SECONDS;
  const isLimited = response === "accept" && !is_permanent;
  return { response, is_permanent, response_source, ...(isLimited ? { expiration_timestamp: ends } : {}) };
}

/** Businesses of these countries call nobody (Meta, "Business-initiated calls", availability). */
const NOT_FROM = ["US", "CA", "TR", "EG", "VN", "NG"];

/** Refuses calls of a number by its country; the area code 555 is nobody's, and the sandbox's own. */
export function callingFailure({ digits }: Phone): GraphFailure | null {
  if (digits.startsWith("1555") || !NOT_FROM.includes(countryOf(digits))) return null;
  const details = "Business-initiated calling is not available in the country of this phone number.";
  return failure(400, 138013, "Business-initiated calling is not available", details);
}
