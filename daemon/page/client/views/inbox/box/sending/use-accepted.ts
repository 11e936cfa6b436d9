import { useEffect, useRef } from "react";
import type { Message } from "../../types.ts";
import { usePlace } from "../place.ts";
import { onAccepted } from "./send.ts";

/** Calls back with each message of a conversation that the daemon has just accepted. */
export function useAccepted(conversationId: string, take: (message: Message) => void): void {
  const { key } = usePlace(conversationId);
  const current = useRef(take);
  current.current = take;
  useEffect(() => onAccepted((place, message) => place.key === key && current.current(message)), [key]);
}
