import { useState } from "react";
import type { ResponseOf } from "../../api/call.ts";
import { useChange } from "../../api/queries.ts";
import { Button } from "../../parts/button.tsx";
import { Empty } from "../../parts/empty.tsx";
import { Buttons, Stack } from "../../parts/fields/form.tsx";
import { ProblemNote } from "../../parts/problem.tsx";
import { Facts } from "../../parts/split.tsx";
import { DEVICE } from "../../view-words.ts";

const ANSWER = "POST /v1/auth/device/answer";
type Answer = "approve" | "refuse";

/** Who asks for what, whether they may have it, and how that ended. */
export function Question({ asked }: { asked: ResponseOf<"POST /v1/auth/device/find"> }) {
  const { user_code, host, program, address, permissions } = asked;
  const [given, setGiven] = useState<Answer | null>(null);
  const allow = useChange(ANSWER, { done: () => setGiven("approve") });
  const refuse = useChange(ANSWER, { done: () => setGiven("refuse") });
  const isRunning = allow.isRunning || refuse.isRunning;
  if (given !== null) return <End isAllowed={given === "approve"} host={host} />;
  return (
    <Stack>
      <h2>{DEVICE.question}</h2>
      <p>{DEVICE.warning}</p>
      <Facts
        facts={[
          [DEVICE.code, <code key="code">{user_code}</code>],
          [DEVICE.machine, host],
          [DEVICE.program, program],
          [DEVICE.address, address ?? DEVICE.unknown],
          [DEVICE.may, permissions?.join(", ") ?? DEVICE.all],
        ]}
      />
      <ProblemNote problem={allow.problem ?? refuse.problem} />
      <Buttons>
        <Button
          onPress={() => void refuse.run({ body: { user_code, answer: "refuse" } })}
          isDisabled={isRunning}
        >
          {DEVICE.refuse}
        </Button>
        <Button
          kind="main"
          onPress={() => void allow.run({ body: { user_code, answer: "approve" } })}
          isBusy={isRunning}
        >
          {DEVICE.allow}
        </Button>
      </Buttons>
    </Stack>
  );
}

function End({ isAllowed, host }: { isAllowed: boolean; host: string }) {
  return (
    <div role="status">
      <Empty title={isAllowed ? DEVICE.allowed : DEVICE.refused}>
        {isAllowed ? DEVICE.goBack(host) : DEVICE.noKey}
      </Empty>
    </div>
  );
}
