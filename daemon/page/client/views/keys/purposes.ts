import type { BodyOf } from "../../api/call.ts";

export type Permission = BodyOf<"POST /v1/api-keys">["permissions"][number];

/** What a key is for. `chosen` is whatever its maker chooses. */
export const PURPOSES = ["send", "read", "agent", "everything", "chosen"] as const;
export type Purpose = (typeof PURPOSES)[number];

/** What a program needs that sends messages and files, and looks at what became of them. */
const TO_SEND: readonly Permission[] = [
  "messages:send",
  "messages:read",
  "channels:read",
  "templates:read",
  "media:write",
];

/** The permissions to begin with for a purpose: no more than those that may be granted. */
export function permissionsFor(purpose: Purpose, grantable: readonly Permission[]): Permission[] {
  if (purpose === "send") return grantable.filter((one) => TO_SEND.includes(one));
  if (purpose === "read") return grantable.filter((one) => one.endsWith(":read"));
  return [];
}
