import type { Content } from "./content.ts";
import type { Draft } from "./draft.ts";

/** Types that change an existing message, or show no message at all. */

export function reaction(content: Content<"reaction">): Draft {
  return {
    do: "react",
    messageId: content.message_id,
    emoji: content.reaction,
    fromMe: content.from_me ?? true,
    participant: content.participant,
  };
}

export function markAsRead(content: Content<"mark_as_read">): Draft {
  return { do: "read", messageId: content.message_id, typing: content.typing_indicator === true };
}

export function presence(content: Content<"presence">): Draft {
  return { do: "presence", presence: content.presence, durationMs: content.duration_ms ?? 0 };
}

export function editMessage(content: Content<"edit_message">): Draft {
  return { do: "edit", messageId: content.message_id, text: content.body };
}

export function deleteMessage(content: Content<"delete_message">): Draft {
  return {
    do: "delete",
    messageId: content.message_id,
    fromMe: content.from_me ?? true,
    participant: content.participant,
  };
}

export function messageStatusQuery(content: Content<"message_status_query">): Draft {
  return { do: "status", messageId: content.message_id };
}

export function messageMediaDownload(content: Content<"message_media_download">): Draft {
  return { do: "download", messageId: content.message_id };
}
