import type { ReactNode } from "react";
import { useMay } from "../../api/session.tsx";
import Reason from "../../parts/alarms/reason.tsx";
import { State } from "../../parts/state.tsx";
import { CHANNELS } from "../../view-words.ts";
import style from "./channels.module.css";
import { NextStep } from "./next-step.tsx";
import { type Channel, nextStep, stateOf } from "./states.ts";

/** How a channel is, why in words, and the one thing to do. Pairing has a place of its own. */
export function Standing({ channel }: { channel: Channel }) {
  const { tone, word } = stateOf(channel);
  const mayManage = useMay()("channels:manage");
  const step = nextStep(channel);
  const text = step === "resume" ? CHANNELS.pausedText : whyOf(channel);
  return (
    <section className={style.standing} aria-label={CHANNELS.whatNow} aria-live="polite">
      <State tone={tone}>{word}</State>
      <p>{text === null ? channel.status === "connected" && CHANNELS.connected : text}</p>
      {mayManage && step !== null && <NextStep channel={channel} step={step} />}
    </section>
  );
}

/** Of a number that was refused for another, in the words of this page: the API's name what to send to it. */
function whyOf(channel: Channel): ReactNode {
  const { phone_number, offered_number, status_reason } = channel;
  if (offered_number !== null) return CHANNELS.offered(offered_number, phone_number);
  return status_reason === null ? null : <Reason channel={channel} />;
}
