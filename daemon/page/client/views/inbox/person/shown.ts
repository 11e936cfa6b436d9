import { useFilters, useSetFilter } from "../../../parts/filters.tsx";
import { useMediaQuery } from "./media-query.ts";

/** From here on there is so much room beside the thread that the person is shown unasked. */
const ROOMY = "(width >= 87.5em)";

/**
 * Whether the person is shown: by themselves where there is room for them, elsewhere when they are asked for. The
 * address says what somebody chose.
 */
export function usePersonShown(): { isShown: boolean; isRoomy: boolean; toggle: () => void } {
  const isRoomy = useMediaQuery(ROOMY);
  const { person } = useFilters(["person"]);
  const set = useSetFilter();
  const isShown = isRoomy ? person !== "hidden" : person === "shown";
  const other = isRoomy ? "hidden" : "shown";
  return { isShown, isRoomy, toggle: () => set("person", isShown === isRoomy ? other : null) };
}
