import { useEffect, useRef } from "react";
import { BASE } from "./root.ts";

/** The tabs of a browser share its cookie, so what one does to the login concerns all. It does not hear itself. */
const tabs = new BroadcastChannel(`waypost${BASE} logins`);

/** Has the other tabs look at whose login the browser has. */
export function announceLogin(): void {
  tabs.postMessage(null);
}

/** Calls back when another tab may have changed whose login the browser has. */
export function useLoginElsewhere(onChange: () => void): void {
  const current = useRef(onChange);
  current.current = onChange;
  useEffect(() => {
    const hear = () => current.current();
    tabs.addEventListener("message", hear);
    return () => tabs.removeEventListener("message", hear);
  }, []);
}
