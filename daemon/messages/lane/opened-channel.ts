import type { ChannelRow } from "../../../db/channels/channels.ts";
import type { Sql } from "../../../db/connection/client.ts";
import { pauseLeft } from "../../../db/lanes/lanes.ts";
import type { DueSend } from "../../../db/messages/sends.ts";
import type { Lane } from "../../lanes/lane.ts";
import { createPause, type Pause } from "../../lanes/pause.ts";
import { findMessageType } from "../../message-types/registry.ts";
import type { Policy } from "../../providers/policy.ts";
import type { Provider } from "../../providers/provider.ts";
import type { Secrets } from "../../secrets/envelope.ts";
import { type ChannelStatus, createChannelStatus } from "./channel-status.ts";
import { createLaneRest, type LaneRest } from "./lane-rest.ts";
import { createNewContacts, type NewContacts } from "./new-contacts.ts";
import type { Resting } from "./rest.ts";
import { createRestrictions, type Restrictions } from "./restrictions.ts";
import { type Sender, senderOf } from "./sender.ts";

/** How long a channel without a connection waits to be woken before it looks for itself. */
const NOT_READY_MS = 60_000;
/** How long a channel that its owner paused waits to be woken before it looks for itself. */
const PAUSED_MS = 3600_000;

/**
 * The channel of a lane while one drain works on it, as it is now. A drain can take long: a changed token, rate or setting
 * counts from the next rows on.
 */
export type OpenedChannel = {
  provider: Provider;
  row: ChannelRow;
  policy: Policy;
  sender: Sender;
  status: ChannelStatus;
  newContacts: NewContacts;
  restrictions: Restrictions;
  paused: Pause;
  resting: Resting;
  rest: LaneRest;
};

type Site = { sql: Sql; secrets: Secrets };

/** The channel as a drain begins on it. */
export async function openedChannel(
  { sql, secrets }: Site,
  lane: Lane,
  { row, provider, resting }: { row: ChannelRow; provider: Provider; resting: Resting },
): Promise<OpenedChannel> {
  const key = { organizationId: lane.organizationId, channelId: lane.laneId };
  const paused = createPause(await pauseLeft(sql, lane));
  const policy = provider.policy(row);
  const opened = {
    ...{ provider, row, policy, paused, resting },
    sender: senderOf(provider, row, policy, secrets),
    status: createChannelStatus(sql, lane, provider, row, resting),
    newContacts: createNewContacts(sql, key),
    restrictions: createRestrictions(sql, key),
    rest: createLaneRest(sql, lane, paused, resting),
  };
  await opened.newContacts.pass(policy);
  await opened.restrictions.refresh(row);
  return opened;
}

/** Takes up what changed on the channel's record. */
export async function takeUp(
  { sql, secrets }: Site,
  lane: Lane,
  opened: OpenedChannel,
  row: ChannelRow,
): Promise<void> {
  if (row === opened.row) return;
  const { provider, policy: before } = opened;
  const policy = provider.policy(row);
  Object.assign(opened, { row, policy });
  // a new one knows of nobody yet
  if (policy !== before) await opened.newContacts.pass(policy);
  opened.sender = senderOf(provider, row, policy, secrets);
  opened.status.refresh(row);
  await opened.restrictions.refresh(row);
  opened.paused.set(await pauseLeft(sql, lane));
}

/** In how many milliseconds the channel may send again; 0: now. */
export function pauseOf({ row, provider, paused, policy }: OpenedChannel): number {
  if (row.settings.paused === true) return PAUSED_MS;
  if (provider.isReady?.(row.id) === false) return NOT_READY_MS;
  return Math.max(paused.left(), policy.laneWait());
}

/** In how many milliseconds a message may go, by what holds its person back and by the pace; 0: now, and it is counted. */
export function delayOf({ restrictions, policy, newContacts }: OpenedChannel, row: DueSend): number {
  return (
    restrictions.holdOf(row)?.wait ??
    policy.take({
      recipient: row.address ?? row.order_key,
      isAddressed: findMessageType(row.type)?.addressed !== false,
      isNewContact: newContacts.has(row),
    })
  );
}
