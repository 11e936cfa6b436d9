import { useAsk } from "../../../api/queries.ts";
import type { Offer } from "./offers.tsx";

const MOST = 8;

/** While they are read nobody knows whether the draft is one of them. */
type QuickReplies = { found: readonly Offer[] | null; isReading: boolean };

/**
 * The quick replies that a draft such as `/ho` asks for, filled for the person as they are now; null where it asks for
 * none, or while they are read.
 */
export function useQuickReplies(conversation_id: string, draft: string): QuickReplies {
  const typed = /^\/(\S*)$/.exec(draft)?.[1];
  const { data, isFetching, failureCount } = useAsk(
    "GET /v1/quick_replies",
    { query: { conversation_id, limit: 100 } },
    { enabled: typed !== undefined, isReadEachTime: true },
  );
  if (typed === undefined) return { found: null, isReading: false };
  if (data === undefined || isFetching) return { found: null, isReading: isFetching && failureCount === 0 };
  const found = data.data
    .filter(({ shortcut }) => shortcut.startsWith(typed.toLowerCase()))
    .slice(0, MOST)
    .map(({ shortcut, body, filled, media_id }) => {
      const text = filled?.text ?? body;
      return { key: shortcut, name: `/${shortcut}`, about: text, text, mediaId: media_id };
    });
  return { found, isReading: false };
}
