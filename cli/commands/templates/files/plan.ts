import type { Template } from "../../../lib/api/types/templates.ts";
import { type Filed, isAtMeta, type Pair } from "./compare.ts";

/** What a push does about one template, or why it can't. */
export type Step =
  | { action: "create"; pair: Pair & { filed: Filed } }
  | { action: "edit"; pair: Pair & { filed: Filed; known: Template } }
  | { action: "delete"; pair: Pair & { known: Template } }
  | { action: "keep" | "none"; pair: Pair }
  | { action: "refuse"; pair: Pair; why: string };

/** Statuses in which Meta takes an edit. */
const EDITABLE = ["approved", "rejected", "paused"];

/** The steps that bring an account to the state of the files. Only with `prune` is anything deleted. */
export function planPush(pairs: readonly Pair[], { prune }: { prune: boolean }): Step[] {
  return pairs.flatMap((pair) => stepOf(pair, prune) ?? []);
}

function stepOf(pair: Pair, prune: boolean): Step | null {
  const { filed, known, changes } = pair;
  if (filed === null) {
    if (known === null || !isAtMeta(pair)) return null;
    return prune ? { action: "delete", pair: { ...pair, known } } : { action: "keep", pair };
  }
  if (known === null || known.status === "draft") return { action: "create", pair: { ...pair, filed } };
  if (changes.length === 0) return { action: "none", pair };
  const why = refusal(pair, known);
  return why === null ? { action: "edit", pair: { ...pair, filed, known } } : { action: "refuse", pair, why };
}

/** Why Meta would take no edit; of how often there was one lately, it alone knows those that were not made with Waypost. */
function refusal({ changes }: Pair, { status, flag, editable_at }: Template): string | null {
  const isChanged = (path: string) => changes.some((change) => change.path === path);
  if (status === "pending" || status === "in_appeal") return "in review: push again when Meta has decided";
  if (!EDITABLE.includes(status)) return `it is ${status}, and can't be edited`;
  if (flag === "locked") return "Meta has locked it: it can't be edited";
  if (isChanged("parameter_format")) return "the parameter_format can't be changed: give it another name";
  if (status === "approved" && isChanged("category"))
    return "the category of an approved template can't be changed: give it another name, or allow_category_change";
  if (editable_at === null) return null;
  return `edited lately, and Meta takes that once in 24 hours and ten times in 30 days: push again after ${minuteOf(editable_at)}`;
}

/** A time to the minute, the next one: what is done at it is not too early. */
function minuteOf(time: string): string {
  const next = new Date(Math.ceil(Date.parse(time) / 60_000) * 60_000);
  return `${next.toISOString().slice(0, 16).replace("T", " ")} UTC`;
}
