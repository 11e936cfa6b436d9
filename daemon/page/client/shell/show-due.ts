import { call, type RowOf } from "../api/call.ts";
import { seenOr } from "../api/unseen.ts";
import type { NotificationSetting } from "../parts/notifications/setting.ts";
import { NOTIFICATIONS } from "../view-words.ts";
import { WORDS } from "../words.ts";

type Conversation = RowOf<"GET /v1/conversations">;
/** Conversations in which something happened, and whether that mentions the user. */
export type Due = Map<string, { isMention: boolean }>;

/** More than these are said in one line. */
const MOST = 5;
/** So many unread conversations are looked through for those that are new. */
const LOOKED_THROUGH = 50;

type Show = (id: string, href: string, title: string, body: string) => void;

/** Shows what is new in these conversations, as the user chose; `show` shows one notification. */
export async function showDue(
  due: Due,
  user: string,
  { who }: NotificationSetting,
  show: Show,
): Promise<void> {
  const mentions = [...due].filter(([, { isMention }]) => isMention).map(([id]) => id);
  for (const id of mentions) {
    const row = await call("GET /v1/conversations/{id}", { path: { id } });
    show(
      `mention ${id}`,
      `/inbox/${id}`,
      NOTIFICATIONS.mentioned(nameOf(row)),
      row.last_message?.preview ?? "",
    );
  }
  if (mentions.length === due.size) return;
  const whose = who === "mine" ? { assignee_id: "me" as const } : {};
  const query = { ...whose, unread: true, limit: LOOKED_THROUGH };
  const { data } = await call("GET /v1/conversations", { query });
  const wanted = data.filter(
    ({ id, assignee_id }) =>
      due.get(id)?.isMention === false &&
      !isInSight(id) &&
      (who !== "mine_and_unassigned" || assignee_id === null || assignee_id === user),
  );
  for (const row of wanted.slice(0, MOST))
    show(row.id, `/inbox/${row.id}`, nameOf(row), row.last_message?.preview ?? row.last_message?.type ?? "");
  if (wanted.length > MOST)
    show("more", "/inbox", NOTIFICATIONS.more(wanted.length - MOST), NOTIFICATIONS.moreText);
}

function nameOf({ contact }: Conversation): string {
  return seenOr(contact?.name ?? "", contact?.phone_number ?? WORDS.nameless);
}

function isInSight(id: string): boolean {
  return document.hasFocus() && location.pathname.endsWith(`/inbox/${id}`);
}
