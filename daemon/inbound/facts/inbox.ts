import type { Sql } from "../../../db/connection/client.ts";
import { type RoutedCall, storeWebhooks } from "../../../db/inbound/webhooks.ts";
import { groupCommit } from "../../lib/group-commit.ts";
import { toPostgresText } from "../../lib/postgres-text.ts";
import type { InboundFact } from "../../providers/inbound.ts";
import type { Tell } from "../../providers/registry.ts";
import { routeOf } from "./routing.ts";

type Told = { channel: Parameters<Tell>[0]; facts: readonly InboundFact[] };

/** Stores what the provider of a platform tells of, to be processed; those who tell at once share a commit. */
export function createInbox(sql: Sql, platform: string): Tell {
  const store = groupCommit(async (told: readonly Told[]) => {
    await storeWebhooks(sql, platform, storedFacts(told));
    return told.map(() => undefined);
  });
  return (channel, facts) => store({ channel, facts });
}

/** Facts as they are stored until they are processed, one call a channel; `readFacts` reads them. */
function storedFacts(told: readonly Told[]): RoutedCall[] {
  return [...Map.groupBy(told, ({ channel }) => channel.channelId)].map(([channelId, ofChannel]) => {
    const organizationId = ofChannel[0]?.channel.organizationId;
    const facts = ofChannel.flatMap((one) => one.facts);
    const target = { organizationId: organizationId ?? "", channelId };
    return { route: routeOf(target), body: JSON.stringify({ target, facts }, storable) };
  });
}

/** Text as Postgres can hold it: what people send may be anything. */
function storable(_key: string, value: unknown): unknown {
  return typeof value === "string" ? toPostgresText(value) : value;
}
