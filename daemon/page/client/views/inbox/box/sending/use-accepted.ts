import { useEffect, useRef } from "react";
import type { Message } from "../../types.ts";
import { usePlace } from "../place.ts";
import { onAccepted } from "./accepted.ts";

/** Calls back with each message of a conversation that the daemon has just accepted; with null, if it can't be read. */
export function useAccepted(conversationId: string, take: (message: Message | null) => void): void {
  const { key } = usePlace(conversationId);
  const current = useRef(take);
  current.current = take;
  useEffect(() => onAccepted((place, message) => place.key === key && current.current(message)), [key]);
}
