import { useRef } from "react";
import { useLocation } from "wouter";
import { useKeys } from "../../../parts/keys.ts";
import { INBOX } from "../../../view-words.ts";
import { useAddressOf } from "./addresses.ts";

/** Has keys open the next conversation of what is listed, and the one before. */
export function useNeighbours(rows: readonly { id: string }[], chosen: string | undefined): void {
  const [, go] = useLocation();
  const addressOf = useAddressOf();
  const latest = useRef(rows);
  latest.current = rows;
  const open = (step: 1 | -1) => {
    const at = latest.current.findIndex(({ id }) => id === chosen);
    const next = latest.current[at === -1 ? 0 : at + step];
    if (next !== undefined) go(addressOf(next.id));
  };
  useKeys([
    { keys: "j", does: INBOX.keyNext, run: () => open(1) },
    { keys: "k", does: INBOX.keyBefore, run: () => open(-1) },
  ]);
}
