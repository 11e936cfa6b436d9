import type { Broadcast, BroadcastPreview, BroadcastReport } from "../../lib/api/types/broadcasts.ts";
import type { Column } from "../../lib/output/column.ts";
import { describeAudience } from "./audience.ts";

export const broadcastColumns: Column<Broadcast>[] = [
  { title: "id", value: (one) => one.id },
  { title: "name", value: (one) => one.name, cut: 20 },
  { title: "status", value: (one) => one.status, kind: "status" },
  { title: "template", value: (one) => one.template.name, optional: 4 },
  { title: "audience", value: ({ counts }) => counts.audience },
  { title: "waiting", value: ({ counts }) => counts.waiting, optional: 6 },
  { title: "delivered", value: ({ counts }) => counts.delivered + counts.read },
  { title: "failed", value: ({ counts }) => counts.failed },
  { title: "started", value: (one) => one.started_at, kind: "time", optional: 5 },
];

export const broadcastDetails: Column<Broadcast>[] = [
  { title: "id", value: (one) => one.id },
  { title: "name", value: (one) => one.name },
  { title: "status", value: (one) => one.status, kind: "status" },
  { title: "stopped by", value: ({ stopped_by }) => stopped_by?.detail },
  { title: "template", value: ({ template }) => `${template.name} (${template.language})` },
  { title: "to", value: ({ audience }) => describeAudience(audience) },
  { title: "channels", value: (one) => one.channel_ids },
  { title: "window", value: ({ window }) => (window === null ? null : `${window.from}-${window.to}`) },
  { title: "per second", value: (one) => one.rate_per_second },
  { title: "audience", value: ({ counts }) => counts.audience },
  { title: "skipped", value: ({ counts }) => counts.skipped },
  { title: "waiting", value: ({ counts }) => counts.waiting },
  { title: "accepted", value: ({ counts }) => counts.accepted },
  { title: "sent", value: ({ counts }) => counts.sent },
  { title: "delivered", value: ({ counts }) => counts.delivered },
  { title: "read", value: ({ counts }) => counts.read },
  { title: "failed", value: ({ counts }) => counts.failed },
  { title: "cancelled", value: ({ counts }) => counts.cancelled },
  { title: "replied", value: ({ counts }) => counts.replied },
  { title: "opted out", value: ({ counts }) => counts.opted_out },
  { title: "cost so far", value: ({ cost }) => cost && `${cost.amount} ${cost.currency}` },
  { title: "expected", value: ({ cost }) => cost?.expected && `${cost.expected} ${cost.currency}` },
  { title: "starts", value: (one) => one.starts_at, kind: "time" },
  { title: "started", value: (one) => one.started_at, kind: "time" },
  { title: "ended", value: (one) => one.ended_at, kind: "time" },
];

export const reportColumns: Column<BroadcastReport>[] = [
  ...broadcastDetails,
  { title: "reasons", value: ({ reasons }) => reasons.map(describeReason) },
  {
    title: "since the preview",
    value: ({ changed_since_preview }) => describeChanges(changed_since_preview),
  },
];

function describeChanges(changed: BroadcastReport["changed_since_preview"]): string | string[] | null {
  if (changed === null) return null;
  if (changed.figures.length === 0) return "nothing changed";
  return changed.figures.map(({ figure, previewed, now }) => {
    const name = figure === "sendable" ? "to get it" : figure.replaceAll("_", " ");
    return `${now > previewed ? "+" : "-"}${Math.abs(now - previewed)} ${name}: ${previewed} then, ${now} now`;
  });
}

function describeReason({ status, reason, people, meaning }: BroadcastReport["reasons"][number]): string {
  return `${people} ${status}: ${reason}${meaning === null ? "" : ` (${meaning})`}`;
}

/** Why people are skipped, where the reason alone could be taken for another. */
const SKIPPED: Readonly<Record<string, string>> = {
  no_consent: "said no (consent denied)",
  consent_unknown: "never said yes (consent unknown)",
};

export const previewColumns: Column<BroadcastPreview>[] = [
  { title: "audience", value: (preview) => preview.audience },
  { title: "would get it", value: (preview) => preview.sendable },
  {
    title: "skipped",
    value: ({ skipped }) =>
      skipped.map(({ reason, count }) => `${count} ${SKIPPED[reason] ?? reason.replaceAll("_", " ")}`),
  },
  { title: "refused rows", value: ({ refused }) => (refused === 0 ? null : refused) },
  { title: "not asked about yet", value: ({ unchecked }) => (unchecked === 0 ? null : unchecked) },
  { title: "takes", value: ({ seconds }) => describeSeconds(seconds) },
  { title: "cost", value: ({ cost }) => (cost === null ? null : `${cost.amount} ${cost.currency}`) },
  {
    title: "by country",
    value: ({ cost }) => cost?.countries.map((one) => describeCountry(one, cost.currency)),
  },
  {
    title: "messages",
    value: ({ samples }) => samples.map(({ rendered }) => rendered.replaceAll("\n", " / ")),
  },
];

type Country = NonNullable<BroadcastPreview["cost"]>["countries"][number];

function describeCountry({ country, people, amount }: Country, currency: string): string {
  return `${people} in ${country ?? "no known country"}: ${amount === null ? "no price" : `${amount} ${currency}`}`;
}

const UNITS: [seconds: number, unit: string][] = [
  [86_400, "d"],
  [3600, "h"],
  [60, "min"],
];

/** A span as people say it, by its two largest units. */
function describeSeconds(seconds: number): string {
  const parts: string[] = [];
  let left = seconds;
  for (const [size, unit] of UNITS) {
    if (left < size) continue;
    parts.push(`${Math.floor(left / size)} ${unit}`);
    left %= size;
  }
  return [...parts, ...(parts.length === 0 || left > 0 ? [`${left} s`] : [])].slice(0, 2).join(" ");
}
