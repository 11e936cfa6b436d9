import type { RoutedCall } from "../../../db/inbound/webhooks.ts";
import { groupCommit } from "../../lib/group-commit.ts";
import { postgresText } from "../../lib/postgres-text.ts";
import type { InboundFact } from "../../providers/inbound.ts";
import type { Receive } from "../../providers/registry.ts";
import { routeOf } from "./routing.ts";

type Received = { channel: Parameters<Receive>[0]; facts: readonly InboundFact[] };

/** Takes a provider's facts, as calls of its platform. */
export type TakeCalls = (platform: string, calls: readonly RoutedCall[]) => Promise<void>;

/** Takes the facts of a platform's provider; those of one turn are taken together. */
export function createInbox(platform: string, takeCalls: TakeCalls): Receive {
  const take = groupCommit(async (received: readonly Received[]) => {
    await takeCalls(platform, storedFacts(received));
    return received.map(() => undefined);
  });
  return (channel, facts) => take({ channel, facts });
}

/** Facts as they may be stored until they are processed, one call a channel; `readFacts` reads them. */
function storedFacts(received: readonly Received[]): RoutedCall[] {
  return [...Map.groupBy(received, ({ channel }) => channel.channelId)].map(([channelId, ofChannel]) => {
    const organizationId = ofChannel[0]?.channel.organizationId;
    const facts = ofChannel.flatMap((one) => one.facts);
    const target = { organizationId: organizationId ?? "", channelId };
    return { route: routeOf(target), body: JSON.stringify({ target, facts }, postgresText) };
  });
}
