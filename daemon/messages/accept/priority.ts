import { type Priority, rankOf } from "../../../db/lanes/priorities.ts";
import type { MessageType } from "../../message-types/message-type.ts";
import type { ChannelSettings } from "../../providers/channel-settings.ts";

/** The values that decide a send's priority. */
export type Ranked = {
  /** The send's own priority. */
  given: Priority | undefined;
  settings: Pick<ChannelSettings, "priority">;
  type: MessageType["type"];
  /** The category of its template, where there is one and it is known. */
  category: string | null;
};

/** Of templates, where neither the send nor the channel says anything else; the rest is normal. */
const USUAL: Record<string, Priority> = { AUTHENTICATION: "high", MARKETING: "low" };

/** The rank of a message in its lane: as the send says, else as its channel says, else as is usual. */
export function rankOfSend({ given, settings: { priority = {} }, type, category }: Ranked): number {
  const set = priority[type];
  const byType = typeof set === "string" ? set : undefined;
  const byCategory = category === null ? undefined : categoryOf(set, category);
  return rankOf(given ?? byType ?? byCategory ?? "normal");
}

function categoryOf(set: unknown, category: string): Priority | undefined {
  const named = (typeof set === "object" ? set : {}) as Record<string, Priority | undefined>;
  const known = category.toUpperCase();
  return named[known] ?? USUAL[known];
}
