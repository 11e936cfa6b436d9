import { useSyncExternalStore } from "react";

/** Whether the window is as a media query says, such as `(width >= 87.5em)`. */
export function useMediaQuery(query: string): boolean {
  const list = matchMedia(query);
  return useSyncExternalStore(
    (listener) => {
      list.addEventListener("change", listener);
      return () => list.removeEventListener("change", listener);
    },
    () => list.matches,
  );
}
