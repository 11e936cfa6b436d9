import { useState } from "react";
import { call } from "../../api/call.ts";
import { Problem } from "../../api/problem.ts";
import { NOTIFICATIONS } from "../../view-words.ts";
import { Button } from "../button.tsx";
import { Checkbox } from "../fields/checkbox.tsx";
import { Field } from "../fields/field.tsx";
import { Pair } from "../fields/form.tsx";
import { HERE } from "../hours/hours.ts";
import { ProblemNote } from "../problem.tsx";
import { exactTime } from "../time.tsx";
import { toast } from "../toast.tsx";
import { FIRST_WANTS, type usePush, type Wants } from "./push.ts";

type PushChoicesProps = {
  push: ReturnType<typeof usePush>;
  /** Whose messages, as is chosen for all tabs. */
  messages: Pick<Wants, "messages" | "quiet_channels">;
};

/** Where somebody has this browser notified with no tab open, and of what besides messages. */
export function PushChoices({ push, messages }: PushChoicesProps) {
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isBusy, setBusy] = useState(false);
  const { subscription } = push;
  async function attempt(work: () => Promise<unknown>): Promise<void> {
    setBusy(true);
    setProblem(null);
    await work().catch((cause: unknown) => setProblem(asSaid(cause)));
    setBusy(false);
  }
  return (
    <>
      <Checkbox
        isOn={subscription !== null}
        isDisabled={isBusy}
        onChange={(isOn) =>
          void attempt(() => (isOn ? push.set({ ...FIRST_WANTS, ...messages }) : push.end()))
        }
      >
        {NOTIFICATIONS.push}
      </Checkbox>
      {subscription !== null && (
        <>
          <p>{NOTIFICATIONS.pushText}</p>
          {subscription.failing_since !== null && (
            <p role="alert">{NOTIFICATIONS.failing(exactTime(subscription.failing_since))}</p>
          )}
          <Further
            wants={subscription.wants}
            onChange={(wants) => void attempt(() => push.set({ ...wants, ...messages }))}
          />
          <div>
            <Button
              isBusy={isBusy}
              onPress={() =>
                void attempt(async () => {
                  await call("POST /v1/auth/push/test", {});
                  toast(NOTIFICATIONS.tested);
                })
              }
            >
              {NOTIFICATIONS.test}
            </Button>
          </div>
        </>
      )}
      <ProblemNote problem={problem} />
    </>
  );
}

const KINDS = ["numbers", "budgets", "hides_texts"] as const;
const NIGHT = { from: "20:00", to: "07:00", zone: HERE };

function Further({ wants, onChange }: { wants: Wants; onChange: (wants: Wants) => void }) {
  const { quiet_hours: hours } = wants;
  return (
    <>
      <div>
        {KINDS.map((kind) => (
          <Checkbox key={kind} isOn={wants[kind]} onChange={(isOn) => onChange({ ...wants, [kind]: isOn })}>
            {NOTIFICATIONS[kind]}
          </Checkbox>
        ))}
        <Checkbox
          isOn={hours !== null}
          onChange={(isOn) => onChange({ ...wants, quiet_hours: isOn ? NIGHT : null })}
        >
          {NOTIFICATIONS.quiet}
        </Checkbox>
      </div>
      {hours !== null && (
        <Pair>
          {(["from", "to"] as const).map((name) => (
            <Field
              key={name}
              label={NOTIFICATIONS[name]}
              type="time"
              value={hours[name]}
              // an empty one is not a time yet
              onChange={(clock) =>
                clock !== "" && onChange({ ...wants, quiet_hours: { ...hours, [name]: clock } })
              }
            />
          ))}
        </Pair>
      )}
    </>
  );
}

/** The API's problem, or that the browser itself refused. */
function asSaid(cause: unknown): Problem {
  return cause instanceof Problem ? cause : new Problem(0, "not_subscribed", NOTIFICATIONS.pushFailed);
}
