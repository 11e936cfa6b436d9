import { useAsk } from "../../../api/queries.ts";
import type { Offer } from "./offers.tsx";

const MOST = 8;

/** The quick replies that a draft such as `/ho` asks for, filled for the person; null where it asks for none. */
export function useQuickReplies(conversation_id: string, draft: string): readonly Offer[] | null {
  const typed = /^\/(\S*)$/.exec(draft)?.[1];
  const { data } = useAsk(
    "GET /v1/quick_replies",
    { query: { conversation_id, limit: 100 } },
    { enabled: typed !== undefined },
  );
  if (typed === undefined || data === undefined) return null;
  return data.data
    .filter(({ shortcut }) => shortcut.startsWith(typed.toLowerCase()))
    .slice(0, MOST)
    .map(({ shortcut, body, filled, media_id }) => {
      const text = filled?.text ?? body;
      return { key: shortcut, name: `/${shortcut}`, about: text, text, mediaId: media_id };
    });
}
