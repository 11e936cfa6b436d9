import { useState } from "react";
import { useChange } from "../../api/queries.ts";
import type { Step } from "../../parts/alarms/next-step.ts";
import { Button } from "../../parts/button.tsx";
import { ProblemNote } from "../../parts/problem.tsx";
import { CHANNELS } from "../../view-words.ts";
import { WORDS } from "../../words.ts";
import { RegisterForm } from "./register-form.tsx";
import { ReplaceNumber } from "./replace-number.tsx";
import type { Channel } from "./states.ts";
import { TokenForm } from "./token-form.tsx";
import { usePausing } from "./use-pausing.ts";

/** The button of the one thing to do. A phone is paired below it, without one. */
export function NextStep({ channel, step }: { channel: Channel; step: Step }) {
  const { id } = channel;
  const path = { id };
  const [asking, setAsking] = useState(false);
  const connect = useChange("POST /v1/channels/{id}/connect", { touches: ["/v1/overview"] });
  const pausing = usePausing(id);
  const stop = () => setAsking(false);
  if (step === "pair") return null;
  const press: Record<Exclude<Step, "pair">, () => void> = {
    connect: () => void connect.run({ path, body: {} }),
    replace: () => setAsking(true),
    resume: () => void pausing.setPaused(false),
    register: () => setAsking(true),
    token: () => setAsking(true),
  };
  const label = step === "replace" ? CHANNELS.replaceNumber(channel.offered_number ?? "") : WORDS.steps[step];
  return (
    <>
      <Button
        kind={step === "replace" ? "plain" : "main"}
        isBusy={connect.isRunning || pausing.isRunning}
        onPress={press[step]}
      >
        {label}
      </Button>
      <ProblemNote problem={connect.problem ?? pausing.problem} />
      {asking && step === "token" && <TokenForm channel={channel} onClose={stop} />}
      {asking && step === "replace" && <ReplaceNumber channel={channel} onClose={stop} />}
      {asking && step === "register" && <RegisterForm channel={channel} onClose={stop} />}
    </>
  );
}
