import type { Logger } from "pino";
import type { ChannelRow } from "../../../db/channels/channels.ts";
import type { Inbound, InboundFact } from "../../providers/inbound.ts";
import type { Apply, Kind, Known } from "./apply-kind.ts";
import { applyCalls } from "./calls.ts";
import { tellAlerts, tellUsernames } from "./channel-events.ts";
import { applyChannelNews } from "./channel-news.ts";
import { channelsOf } from "./channels-of.ts";
import { applyGroupReports } from "./group-reports.ts";
import { applyHandovers } from "./handovers.ts";
import { applyMessages } from "./messages.ts";
import { applyMoves } from "./moves.ts";
import { applyMissed, applyNotices } from "./notices.ts";
import { applyArchived } from "./on-phone/archived.ts";
import { applyLabels } from "./on-phone/labels.ts";
import { applySeen } from "./on-phone/seen.ts";
import { applyPast } from "./past.ts";
import { applyKnown, applyPairs, applySame } from "./people.ts";
import { applyPreferences } from "./preferences.ts";
import { keepReportedErrors } from "./reported-errors.ts";
import { applyRevisions } from "./revisions.ts";
import { applyReportedStatuses } from "./statuses.ts";
import { applyTemplateNews } from "./template-news.ts";
import { applyUnserved } from "./unserved.ts";
import type { GatheredWrites } from "./writes.ts";

/**
 * The handlers of each kind of fact, in this order: a message is stored before its changes. A kind without a handler is
 * ignored.
 */
const APPLY: { [Name in Kind]?: Apply<Name> } = {
  status: applyReportedStatuses,
  message: applyMessages,
  seen: applySeen,
  archived: applyArchived,
  labels: applyLabels,
  unserved: applyUnserved,
  revision: applyRevisions,
  move: applyMoves,
  notice: applyNotices,
  missed: applyMissed,
  group_report: applyGroupReports,
  handover: applyHandovers,
  pair: applyPairs,
  same: applySame,
  known: applyKnown,
  past: applyPast,
  preference: applyPreferences,
  call: applyCalls,
  channel: applyChannelNews,
  alert: tellAlerts,
  username: tellUsernames,
  template: applyTemplateNews,
  errors: keepReportedErrors,
};

/** Gathers the writes for inbound facts. Facts about one target are taken together, so that a batch is few writes. */
export async function applyInbound(
  writes: GatheredWrites,
  known: Known,
  inbound: readonly Inbound[],
  log: Logger,
): Promise<void> {
  for (const [, ofTarget] of Map.groupBy(inbound, ({ target }) => JSON.stringify(target))) {
    const target = ofTarget[0]?.target;
    const facts = ofTarget.flatMap((one) => one.facts);
    if (target === undefined || facts.length === 0) continue;
    const channels = await channelsOf(writes.sql, target);
    if (channels.length === 0)
      log.warn({ target }, "a webhook names a number or account that no channel has proven to be its own");
    else for (const stretch of stretchesOf(facts)) await applyFacts(writes, known, channels, stretch);
  }
}

/** The same facts, in parts that end with a notice or a handover: it stands behind what came before it. */
function stretchesOf(facts: readonly InboundFact[]): InboundFact[][] {
  const stretches: InboundFact[][] = [[]];
  for (const fact of facts) {
    stretches.at(-1)?.push(fact);
    if (fact.kind === "notice" || fact.kind === "handover") stretches.push([]);
  }
  return stretches;
}

async function applyFacts(
  writes: GatheredWrites,
  known: Known,
  channels: readonly ChannelRow[],
  facts: readonly InboundFact[],
): Promise<void> {
  const byKind = Map.groupBy(facts, (fact) => fact.kind);
  for (const [kind, apply] of Object.entries(APPLY)) {
    const ofKind = byKind.get(kind as Kind);
    // The table's types tie each kind to its facts; looking one up by a name loses that.
    if (ofKind !== undefined) await (apply as Apply<Kind>)(writes, channels, ofKind, known);
  }
}
