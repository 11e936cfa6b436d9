import { useLocation } from "wouter";
import type { Problem } from "../../api/problem.ts";
import { reasonOf } from "../../parts/alarms/reason.tsx";
import { WAYPOST_URL } from "../../parts/as-command.tsx";
import { Button } from "../../parts/button.tsx";
import { Code } from "../../parts/code.tsx";
import { Buttons, Stack } from "../../parts/fields/form.tsx";
import { problemText } from "../../parts/problem.tsx";
import { State, type Tone } from "../../parts/state.tsx";
import { CHANNELS } from "../../view-words.ts";
import style from "./channels.module.css";
import { type Channel, isWorking, nextStep } from "./states.ts";

type OnboardedProps = {
  channel: Channel;
  /** Whether a registration was tried, and why it was refused. */
  isTried: boolean;
  refused: Problem | null;
  onClose: () => void;
};

/** How each step of adding an official number went, and what is left to do. */
export function Onboarded({ channel, isTried, refused, onClose }: OnboardedProps) {
  const [, go] = useLocation();
  const steps = [
    { name: CHANNELS.stepChannel, tone: "good", text: CHANNELS.stepDone },
    tokenStep(channel),
    registrationStep(channel, isTried, refused),
  ] as const;
  return (
    <Stack>
      <ol className={style.outcomes}>
        {steps.map(({ name, tone, text }) => (
          <li key={name}>
            <State tone={tone}>{name}</State>
            <p>{text}</p>
          </li>
        ))}
        <li>
          <State tone="quiet">{CHANNELS.stepWebhooks}</State>
          <p>{CHANNELS.stepWebhooksText}</p>
          <Code label={CHANNELS.callbackUrl}>{`${WAYPOST_URL}/v1/providers/whatsapp/webhook`}</Code>
        </li>
      </ol>
      <Buttons>
        <Button
          kind="main"
          onPress={() => {
            onClose();
            go(`/channels/${channel.id}`);
          }}
        >
          {CHANNELS.showChannel}
        </Button>
      </Buttons>
    </Stack>
  );
}

type Outcome = { name: string; tone: Tone; text: string };

function tokenStep(channel: Channel): Outcome {
  const isAccepted = isWorking(channel) || nextStep(channel) === "register";
  const text = isAccepted ? CHANNELS.tokenAccepted : (reasonOf(channel) ?? channel.status);
  return { name: CHANNELS.stepToken, tone: isAccepted ? "good" : "bad", text };
}

function registrationStep(channel: Channel, isTried: boolean, refused: Problem | null): Outcome {
  const name = CHANNELS.stepRegistration;
  if (refused !== null) return { name, tone: "bad", text: problemText(refused) };
  if (isTried) return { name, tone: "good", text: CHANNELS.registered };
  if (nextStep(channel) === "register") return { name, tone: "bad", text: CHANNELS.registrationNeeded };
  return { name, tone: "quiet", text: CHANNELS.registrationNotTried };
}
