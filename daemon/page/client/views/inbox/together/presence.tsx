import { useEffect, useState } from "react";
import { list } from "../../../../languages/forms.ts";
import type { ResponseOf } from "../../../api/call.ts";
import { useMe } from "../../../api/session.tsx";
import { usePassingEvents } from "../../../live/live.ts";
import { TOGETHER } from "../../../view-words.ts";
import { usePlace } from "../box/place.ts";
import { beginBeat } from "./beat.ts";
import style from "./together.module.css";

type Present = ResponseOf<"PUT /v1/conversations/{id}/activity">["users"][number];

/** Which colleagues have the conversation open, and who of them types; and says the same of this user. */
export function Presence({ conversationId }: { conversationId: string }) {
  const others = useOthers(conversationId);
  const namesOf = (state: Present["state"]) =>
    others.filter((one) => one.state === state).map(({ name }) => name);
  const [typing, viewing] = [namesOf("typing"), namesOf("viewing")];
  const words = [
    typing.length > 0 && TOGETHER.typing(list(typing), typing.length),
    viewing.length > 0 && TOGETHER.viewing(list(viewing), viewing.length),
  ].filter((one) => one !== false);
  return (
    <p role="status" className={style.presence} data-typing={typing.length > 0 || undefined}>
      {words.join(" · ")}
    </p>
  );
}

function useOthers(conversationId: string): readonly Present[] {
  const { user } = useMe();
  const place = usePlace(conversationId);
  const { key } = place;
  const [present, setPresent] = useState<readonly Present[]>([]);
  usePassingEvents(({ type, body }) => {
    if (type === "conversation.activity" && body.conversation_id === conversationId)
      setPresent(body.users as Present[]);
  });
  useEffect(
    () => beginBeat({ conversationId, key }, ({ users }) => setPresent(users)),
    [conversationId, key],
  );
  return present.filter(({ id }) => id !== user?.id);
}
