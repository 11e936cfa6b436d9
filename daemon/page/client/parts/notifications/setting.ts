import { useSyncExternalStore } from "react";
import { BASE } from "../../api/root.ts";
import { useMe } from "../../api/session.tsx";

/** Of whose conversations the browser shows what comes in. */
export const WHO = ["all", "mine_and_unassigned", "mine", "none"] as const;

/** What a user wants to be notified of in this browser: its permission is its own, too. */
export type NotificationSetting = {
  who: (typeof WHO)[number];
  /** Ids of channels of which nothing is shown. */
  quiet: readonly string[];
};

const UNSET: NotificationSetting = { who: "none", quiet: [] };
const listeners = new Set<() => void>();

/** The setting, and what changes it in all tabs. */
export function useNotificationSetting(): [
  setting: NotificationSetting,
  set: (setting: NotificationSetting) => void,
] {
  const { actor } = useMe();
  const key = `waypost-notifications:${BASE}:${actor.id}`;
  const kept = useSyncExternalStore(subscribe, () => read(key));
  return [
    parsed(kept),
    (setting) => {
      keep(key, JSON.stringify(setting));
      for (const listener of listeners) listener();
    },
  ];
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    removeEventListener("storage", listener);
  };
}

function parsed(kept: string | null): NotificationSetting {
  try {
    const { who, quiet } = JSON.parse(kept ?? "{}") as { who?: unknown; quiet?: unknown };
    return {
      who: WHO.find((one) => one === who) ?? UNSET.who,
      quiet: Array.isArray(quiet) ? quiet.filter((id) => typeof id === "string") : UNSET.quiet,
    };
  } catch {
    return UNSET;
  }
}

/** Browsers may refuse to keep anything: then nothing is shown. */
function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function keep(key: string, text: string): void {
  try {
    localStorage.setItem(key, text);
  } catch {
    // as above
  }
}
