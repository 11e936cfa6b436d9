import { number } from "../../../languages/forms.ts";
import { useAsk } from "../../api/queries.ts";
import type { Option } from "./select.tsx";

/** The tags that contacts or conversations have, with how many have each, as choices. */
export function useTagsInUse(of: "contacts" | "conversations"): readonly Option[] {
  const { data } = useAsk(`GET /v1/${of}/tags`, {});
  return (data?.data ?? []).map(({ name, count }) => ({ value: name, label: name, hint: number(count) }));
}
