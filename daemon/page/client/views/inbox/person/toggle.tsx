import { UserRound } from "lucide-react";
import { useMay } from "../../../api/session.tsx";
import { IconButton } from "../../../parts/button.tsx";
import { useKeys } from "../../../parts/keys.ts";
import { PERSON } from "../../../view-words.ts";
import type { Conversation } from "../types.ts";
import { usePersonShown } from "./shown.ts";

/** Shows and hides the person beside the thread; nothing for groups and for who may not see contacts. */
export function PersonToggle({ conversation: { contact_id } }: { conversation: Conversation }) {
  const may = useMay();
  return contact_id !== null && may("contacts:read") ? <Toggle /> : null;
}

function Toggle() {
  const { isShown, toggle } = usePersonShown();
  useKeys([{ keys: "p", does: PERSON.keyShow, run: toggle }]);
  return <IconButton label={PERSON.show} icon={UserRound} keys="p" isPressed={isShown} onPress={toggle} />;
}
