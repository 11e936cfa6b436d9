import { useState } from "react";
import { useChannels } from "../../../api/channels.ts";
import { useChange } from "../../../api/queries.ts";
import { PAIRED } from "../../../parts/alarms/next-step.ts";
import { Button } from "../../../parts/button.tsx";
import { ProblemNote } from "../../../parts/problem.tsx";
import { INBOX } from "../../../view-words.ts";
import type { Conversation } from "../types.ts";
import style from "./thread.module.css";

/** How long a phone may take to give what it was asked for, and how often one looks for it. */
const PATIENCE_MS = 20_000;
const LOOK_MS = 1000;

type Props = {
  conversation: Pick<Conversation, "id" | "channel_id">;
  /** Looks whether there is something earlier by now. */
  look: () => Promise<boolean>;
};

/** Has the phone of a paired number asked for what was written before all that is here. */
export function Earlier({ conversation: { id, channel_id }, look }: Props) {
  const isPaired = useChannels().platformOf(channel_id) === PAIRED;
  const asking = useChange("POST /v1/conversations/{id}/earlier");
  const [step, setStep] = useState<"before" | "waiting" | "nothing">("before");
  if (!isPaired) return null;
  const ask = async () => {
    setStep("waiting");
    const asked = await asking.run({ path: { id } });
    const came = asked === null || (await comes(look));
    setStep(came ? "before" : "nothing");
  };
  return (
    <div className={style.day}>
      <ProblemNote problem={asking.problem} />
      {step === "nothing" ? (
        <p role="status">{INBOX.nothingEarlier}</p>
      ) : (
        <Button kind="quiet" onPress={() => void ask()} isBusy={step === "waiting"}>
          {INBOX.earlier}
        </Button>
      )}
    </div>
  );
}

async function comes(look: Props["look"]): Promise<boolean> {
  for (const until = Date.now() + PATIENCE_MS; Date.now() < until; ) {
    if (await look()) return true;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
  return false;
}
