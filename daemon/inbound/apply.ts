import type { Logger } from "pino";
import {
  type ChannelRow,
  findChannel,
  findChannelByPhoneNumberId,
  findChannelsOfAccount,
} from "../../db/channels.ts";
import type { Transaction } from "../../db/client.ts";
import type { Inbound, InboundFact, InboundTarget } from "../providers/inbound.ts";
import { applyTemplateNews } from "../templates/events.ts";
import { applyChannelNews } from "./channel-news.ts";
import { applyMessages } from "./messages.ts";
import { applyMoves } from "./moves.ts";
import { applyKnown, applyPairs } from "./people.ts";
import { applyPreferences } from "./preferences.ts";
import { applyRevisions } from "./revisions.ts";
import { applyReportedStatuses } from "./statuses.ts";

type Kind = InboundFact["kind"];
type Of<Name extends Kind> = Extract<InboundFact, { kind: Name }>;

/** Acts upon the facts of one kind that are about the same channels, in the order they came. */
export type Apply<Name extends Kind> = (
  sql: Transaction,
  channels: readonly ChannelRow[],
  facts: readonly Of<Name>[],
) => Promise<void>;

/**
 * What is done about each kind of fact, in this order: a message is there
 * before what happens to it. A kind without an entry is left out.
 */
const APPLY: { [Name in Kind]?: Apply<Name> } = {
  status: applyReportedStatuses,
  message: applyMessages,
  revision: applyRevisions,
  move: applyMoves,
  pair: applyPairs,
  known: applyKnown,
  preference: applyPreferences,
  channel: applyChannelNews,
  template: applyTemplateNews,
};

/** Acts upon what came in. Facts about one target are taken together, so that a batch is a few statements. */
export async function applyInbound(
  sql: Transaction,
  inbound: readonly Inbound[],
  log: Logger,
): Promise<void> {
  for (const [, ofTarget] of Map.groupBy(inbound, ({ target }) => JSON.stringify(target))) {
    const target = ofTarget[0]?.target;
    const facts = ofTarget.flatMap((one) => one.facts);
    if (target === undefined || facts.length === 0) continue;
    const channels = await channelsOf(sql, target);
    if (channels.length === 0) log.warn({ target }, "a webhook names a number or account without a channel");
    else await applyFacts(sql, channels, facts);
  }
}

async function applyFacts(
  sql: Transaction,
  channels: readonly ChannelRow[],
  facts: readonly InboundFact[],
): Promise<void> {
  const byKind = Map.groupBy(facts, (fact) => fact.kind);
  for (const [kind, apply] of Object.entries(APPLY)) {
    const ofKind = byKind.get(kind as Kind);
    // The table's types tie each kind to its facts; looking one up by a name loses that.
    if (ofKind !== undefined) await (apply as Apply<Kind>)(sql, channels, ofKind);
  }
}

/** A channel, or a number's one channel; or an account's channels, only that of the number where the call names one. */
async function channelsOf(sql: Transaction, target: InboundTarget): Promise<readonly ChannelRow[]> {
  if ("channelId" in target) {
    const channel = await findChannel(sql, target.organizationId, target.channelId);
    return channel === null ? [] : [channel];
  }
  if ("phoneNumberId" in target) {
    const channel = await findChannelByPhoneNumberId(sql, target.phoneNumberId);
    return channel === null ? [] : [channel];
  }
  const channels = await findChannelsOfAccount(sql, target.accountId);
  if (target.phone === null) return channels;
  const named = channels.filter(({ phone_number }) => phone_number?.replace(/\D/g, "") === target.phone);
  // The number of a channel that was never probed is not known; it is the account's only one, or nobody's.
  return named.length > 0
    ? named
    : channels.length === 1 && channels[0]?.phone_number === null
      ? channels
      : [];
}
