import { useAsk } from "../api/queries.ts";
import { useMay } from "../api/session.tsx";
import { useToDecide } from "../parts/approvals/waiting.ts";
import { useTitleCount } from "../parts/header.tsx";
import { useNotificationSetting } from "../parts/notifications/setting.ts";
import { WORDS } from "../words.ts";

/** How much waits for the user in a view, and what that is in words. */
export type Badge = { count: number; text: string };

/** What waits in the views, by their addresses: unread conversations, which the tab counts as well, and approvals. */
export function useBadges(): { readonly [href: string]: Badge } {
  const unread = useUnread();
  const { length: approvals } = useToDecide() ?? [];
  useTitleCount(unread);
  return {
    "/inbox": { count: unread, text: WORDS.unreadCount(unread) },
    "/approvals": { count: approvals, text: WORDS.approvalsWaiting(approvals) },
  };
}

/** How many conversations are unread, of those that the user wants to hear of. */
function useUnread(): number {
  const [{ who }] = useNotificationSetting();
  const enabled = useMay()("messages:read");
  const query = { status: "open", unread: true } as const;
  const { data } = useAsk("GET /v1/conversations/counts", { query }, { enabled });
  const { all = 0, mine = 0, unassigned = 0 } = data ?? {};
  return who === "all" ? all : mine + unassigned;
}
