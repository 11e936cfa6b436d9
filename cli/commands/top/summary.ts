import type { Overview } from "../../lib/api/types/overview.ts";
import { SANDBOX_NOTE } from "../../lib/text/sandbox.ts";
import type { Style } from "../../lib/text/style.ts";

/** The few numbers above the lists: channels, messages, webhooks. Shorter where the terminal is narrow. */
export function summaryLines(overview: Overview, style: Style, width: number): string[] {
  const sandbox = overview.sandbox ? [style.yellow(SANDBOX_NOTE)] : [];
  return [...sandbox, channelsLine(overview, style), ...trafficLines(overview, style, width)];
}

/** `3 channels: 2 connected, 1 restricted`. */
export function channelsLine({ channel_statuses }: Overview, style: Style): string {
  const counts = Object.entries(channel_statuses);
  const all = counts.reduce((sum, [, count]) => sum + count, 0);
  const shown = counts.map(([status, count]) => `${count} ${style.status(status)}`).join(", ");
  return `${all} ${all === 1 ? "channel" : "channels"}${shown === "" ? "" : `: ${shown}`}`;
}

/** Messages and webhooks, a line each. */
export function trafficLines({ rates, webhooks }: Overview, style: Style, width: number): string[] {
  return [rates === null ? null : messagesLine(rates, style, width), webhooksLine(webhooks, style)].filter(
    (line) => line !== null,
  );
}

const NARROW = 90;

function messagesLine(rates: NonNullable<Overview["rates"]>, style: Style, width: number): string {
  const { accepted, sent, delivered, read, failed, received } = rates;
  const shown = { accepted, sent, delivered, ...(width < NARROW ? {} : { read }), received };
  const counts = Object.entries(shown).map(([name, rate]) => `${style.dim(name)} ${short(rate)}`);
  return [style.dim("messages/min"), ...counts, wrong("failed", failed, style)].join("  ");
}

function webhooksLine(webhooks: Overview["webhooks"], style: Style): string | null {
  if (webhooks === null) return null;
  const { succeeded, failed, lag_seconds, p50_ms, p99_ms } = webhooks;
  const lag = `${style.dim("lag")} ${lag_seconds < LATE_SECONDS ? seconds(lag_seconds) : style.yellow(seconds(lag_seconds))}`;
  const latency =
    p50_ms === null || p99_ms === null
      ? []
      : [`${style.dim("p50")} ${milliseconds(p50_ms)}`, `${style.dim("p99")} ${milliseconds(p99_ms)}`];
  const counts = [`${style.dim("delivered")} ${short(succeeded)}`, wrong("failed", failed, style)];
  return [style.dim("webhooks/min"), ...counts, lag, ...latency].join("  ");
}

const LATE_SECONDS = 10;

function wrong(name: string, rate: number, style: Style): string {
  const text = `${style.dim(name)} ${short(rate)}`;
  return rate === 0 ? text : style.red(`${name} ${short(rate)}`);
}

/** `7`, `0.4`, `12k`: never longer than five letters. */
export function short(number: number): string {
  if (number >= 1_000_000) return `${(number / 1_000_000).toFixed(1)}M`;
  if (number >= 10_000) return `${Math.round(number / 1_000)}k`;
  return String(number >= 10 ? Math.round(number) : number);
}

function seconds(number: number): string {
  if (number >= 3600) return `${Math.floor(number / 3600)}h ${Math.floor((number % 3600) / 60)}m`;
  if (number >= 60) return `${Math.floor(number / 60)}m ${Math.floor(number % 60)}s`;
  return `${number < 10 ? number : Math.floor(number)}s`;
}

function milliseconds(number: number): string {
  return number < 1_000 ? `${Math.round(number)}ms` : seconds(Math.round(number / 100) / 10);
}
