import { SmilePlus } from "lucide-react";
import { useChange } from "../../../../api/queries.ts";
import { problemText } from "../../../../parts/problem.tsx";
import { BOX } from "../../../../view-words.ts";
import type { Message } from "../../types.ts";
import { EmojiButton } from "./emoji-button.tsx";

/** Answers a message by an emoji at it. */
export function React({ message }: { message: Message }) {
  const { conversation_id, provider_message_id, direction, group } = message;
  const { run, problem } = useChange("POST /v1/messages", { touches: ["/v1/conversations"] });
  const react = (reaction: string) => {
    const participant = group?.participant;
    const content = {
      ...{ message_id: provider_message_id, reaction, from_me: direction === "outbound" },
      ...(participant && { participant }),
    };
    void run({ body: { conversation_id, type: "reaction", content } });
  };
  return (
    <>
      <EmojiButton label={BOX.react} icon={SmilePlus} onChoose={react} />
      {problem !== null && <span role="alert">{problemText(problem)}</span>}
    </>
  );
}
