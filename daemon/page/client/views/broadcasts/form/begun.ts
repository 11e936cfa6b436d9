import { useFilters } from "../../../parts/filters.tsx";
import type { Draft } from "./draft.ts";

/** What a link to a new broadcast says of it, such as `?template=spring_menu&language=en_US`; undefined when none does. */
export function useBegun(): Partial<Draft> | undefined {
  const { template, language, import_id } = useFilters(["template", "language", "import_id"]);
  if (template === undefined && import_id === undefined) return undefined;
  return {
    ...(template && { template: { name: template, language: language ?? "en_US" } }),
    ...(import_id && { audience: { import_id } }),
  };
}
