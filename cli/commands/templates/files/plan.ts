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

/** What makes an account have what the files say. Only with `prune` is anything deleted. */
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

/** Why Meta would take no edit; how often there was one lately it alone knows. */
function refusal({ changes }: Pair, { status, flag }: Template): string | null {
  const isChanged = (path: string) => changes.some((change) => change.path === path);
  if (status === "pending" || status === "in_appeal") return "in review: push again when Meta has decided";
  if (!EDITABLE.includes(status)) return `it is ${status}, and can't be edited`;
  if (flag === "locked") return "Meta has locked it: it can't be edited";
  if (isChanged("parameter_format")) return "the parameter_format can't be changed: give it another name";
  return status === "approved" && isChanged("category")
    ? "the category of an approved template can't be changed: give it another name, or allow_category_change"
    : null;
}
