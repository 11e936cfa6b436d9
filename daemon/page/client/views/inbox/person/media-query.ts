import { useSyncExternalStore } from "react";

/** Whether the window is as a media query says, such as `(min-width: 1400px)`. */
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
