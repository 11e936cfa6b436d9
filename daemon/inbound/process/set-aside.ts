import type { Logger } from "pino";
import type { Sql } from "../../../db/connection/client.ts";
import {
  type Belonging,
  isClaimLost,
  type StoredWebhook,
  setWebhookAside,
} from "../../../db/inbound/inbound.ts";
import type { Inbound } from "../../providers/inbound.ts";
import type { Platforms } from "../../providers/provider.ts";
import { applyInbound } from "../apply/apply.ts";
import type { Known } from "../apply/apply-kind.ts";
import { channelsOf } from "../apply/channels-of.ts";
import { inboundWrites } from "../apply/writes.ts";
import { faultOf } from "./faults.ts";
import { readCalls } from "./read-calls.ts";

type Dependencies = Known & { sql: Sql; log: Logger };

/**
 * Sets a call aside that is at fault itself. Its other facts take effect first: each is tried alone. The whole call is
 * kept, since processing it again changes nothing of what was applied already. Throws when a fact has to be tried again
 * later.
 */
export async function setAside(
  dependencies: Dependencies,
  holder: string,
  webhook: StoredWebhook,
  cause: unknown,
): Promise<void> {
  const { sql, log } = dependencies;
  const inbound = readIfPossible(dependencies.platforms, webhook);
  for (const { target, facts } of inbound) {
    if (facts.length < 2) continue;
    for (const fact of facts) await tryAlone(dependencies, holder, webhook.route, { target, facts: [fact] });
  }
  const belonging = await belongingOf(dependencies, inbound);
  const reason = cause instanceof Error ? cause.message : String(cause);
  const id = await setWebhookAside(sql, holder, webhook, reason, belonging);
  log.error(
    { err: cause, id, ...belonging },
    "a provider's webhook could not be processed and was set aside",
  );
}

/** The facts of a call; none when reading them fails. */
function readIfPossible(platforms: Platforms, webhook: StoredWebhook): Inbound[] {
  try {
    return readCalls(platforms, [webhook]);
  } catch {
    return [];
  }
}

async function tryAlone(
  { sql, log, ...known }: Dependencies,
  holder: string,
  route: string,
  inbound: Inbound,
): Promise<void> {
  const writes = inboundWrites(sql, { holder, routes: [route] });
  try {
    await applyInbound(writes, known, [inbound], log);
    await writes.flush();
  } catch (cause) {
    if (isClaimLost(cause) || faultOf(cause) === "later") throw cause;
    log.warn({ err: cause }, "a fact of a provider's webhook could not be processed");
  }
}

/** Whose a call is: that of the one organisation whose channels it names, if it is one. */
async function belongingOf({ sql }: Dependencies, inbound: readonly Inbound[]): Promise<Belonging> {
  const channels = (await Promise.all(inbound.map(({ target }) => channelsOf(sql, target)))).flat();
  const organizations = new Set(channels.map(({ organization_id }) => organization_id));
  const ids = new Set(channels.map(({ id }) => id));
  const [first] = channels;
  return {
    organizationId: organizations.size === 1 ? (first?.organization_id ?? null) : null,
    channelId: ids.size === 1 ? (first?.id ?? null) : null,
  };
}
