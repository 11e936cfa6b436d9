import { filled, STATUS_REASONS, type StatusReason } from "../../lib/status-reasons.ts";

const NAMES = Object.keys(STATUS_REASONS) as StatusReason[];

/** What the API said of why a channel is as it is, in a language's own texts; what it does not know stays as it is. */
export function translated(reason: string, texts: Readonly<Record<StatusReason, string>>): string {
  for (const name of NAMES) {
    const facts = patternOf(STATUS_REASONS[name]).exec(reason)?.slice(1);
    if (facts !== undefined)
      return filled(
        texts[name],
        facts.map((fact) => translated(fact, texts)),
      );
  }
  return reason;
}

function patternOf(text: string): RegExp {
  return new RegExp(`^${text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replaceAll("%s", "(.+)")}$`, "s");
}
