import { useCallback, useEffect, useRef } from "react";
import { useLocation } from "wouter";
import { call } from "../api/call.ts";
import { onChange } from "../api/changed.ts";
import { useMe } from "../api/session.tsx";
import { useLiveEvents } from "../live/live.ts";
import type { LiveEvent } from "../live/reader.ts";
import { useIsPushed } from "../parts/notifications/push.ts";
import { type NotificationSetting, useNotificationSetting } from "../parts/notifications/setting.ts";
import type { Due } from "./show-due.ts";

/** Who is looking has read it by then, in whatever tab. */
const GATHER_MS = 1000;

/**
 * Shows what comes in as the user chose, by one request for all of a moment. Only the tab that reads the stream does;
 * what was read in the meantime is not shown, and what was shown is closed when it is read.
 */
export function useNotifications(): void {
  const { actor } = useMe();
  const [setting] = useNotificationSetting();
  const isPushed = useIsPushed();
  const [, go] = useLocation();
  const due = useRef<Due>(new Map());
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const shown = useRef(new Map<string, Notification>());
  const opened = useRef(go);
  opened.current = go;

  const show = useCallback((id: string, href: string, title: string, body: string) => {
    const icon = document.querySelector<HTMLLinkElement>("link[rel=apple-touch-icon]")?.href ?? "";
    const notification = new Notification(title, { body, icon, tag: id });
    shown.current.set(id, notification);
    notification.onclick = () => {
      window.focus();
      opened.current(href);
      notification.close();
    };
    notification.onclose = () => shown.current.delete(id);
  }, []);

  useLiveEvents((event, isReader) => {
    const isMention = isReader && !isPushed ? wantedOf(event, setting, actor.id) : null;
    const id = event.body.conversation_id;
    if (isMention === null || typeof id !== "string") return;
    due.current.set(id, { isMention: isMention || due.current.get(id)?.isMention === true });
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      const wanted = due.current;
      due.current = new Map();
      void import("./show-due.ts")
        .then(({ showDue }) => showDue(wanted, actor.id, setting, show))
        // what can't be asked now is in the list when the page is looked at
        .catch(() => {});
    }, GATHER_MS);
  });

  useEffect(() => () => clearTimeout(timer.current), []);
  useClosing(shown);
}

/** Whether an event is one to notify of because it mentions the user; null: it is none. */
function wantedOf(
  { type, body }: LiveEvent,
  { who, quiet }: NotificationSetting,
  user: string,
): boolean | null {
  if (who === "none" || !("Notification" in window) || Notification.permission !== "granted") return null;
  if (quiet.includes(String(body.channel_id))) return null;
  if (type === "message.new") return body.direction === "inbound" ? false : null;
  if (type.startsWith("call.")) return isMissedCall(body) ? false : null;
  const isMention = type === "conversation.note_created" && (body.mentions as string[]).includes(user);
  return isMention ? true : null;
}

/** Whether a call has ended that somebody made and nobody took. */
function isMissedCall({ direction, message_id, duration_seconds }: LiveEvent["body"]): boolean {
  return direction !== "outbound" && message_id !== null && !(Number(duration_seconds) > 0);
}

/** Closes what was read since it was shown, here or in another tab. */
function useClosing(shown: { readonly current: Map<string, Notification> }): void {
  useEffect(() => {
    async function look(): Promise<void> {
      for (const [id, notification] of shown.current) {
        if (!id.startsWith("cv_")) continue;
        const row = await call("GET /v1/conversations/{id}", { path: { id } }).catch(() => null);
        if (row === null || row.unread_count === 0) notification.close();
      }
    }
    const stop = onChange((path) => {
      if (path === "/v1/conversations") void look();
    });
    return () => {
      stop();
      for (const notification of shown.current.values()) notification.close();
    };
  }, [shown]);
}
