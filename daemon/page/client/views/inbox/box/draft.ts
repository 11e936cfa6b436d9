import { useState } from "react";
import { BASE } from "../../../api/root.ts";
import { useMe } from "../../../api/session.tsx";

/** What is being written in a conversation: kept in this browser until it is sent, for each user. */
export function useDraft(conversationId: string): [draft: string, setDraft: (draft: string) => void] {
  const { user } = useMe();
  const key = `waypost-draft:${BASE}:${user?.id ?? ""}:${conversationId}`;
  const [draft, setDraft] = useState(() => readDraft(key));
  return [
    draft,
    (text) => {
      setDraft(text);
      keepDraft(key, text);
    },
  ];
}

/** Browsers may refuse to keep anything; then a draft lasts as long as the page. */
function readDraft(key: string): string {
  try {
    return localStorage.getItem(key) ?? "";
  } catch {
    return "";
  }
}

function keepDraft(key: string, text: string): void {
  try {
    if (text === "") localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    // as above
  }
}
