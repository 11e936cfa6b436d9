import type { RowOf } from "../../api/call.ts";
import { KEYS } from "./words.ts";

export type Key = RowOf<"GET /v1/api-keys">;

/** What a key may do, in a few words. */
export function summaryOf(permissions: readonly string[]): string {
  return permissions.includes("*") ? KEYS.everything : KEYS.permissionCount(permissions.length);
}
