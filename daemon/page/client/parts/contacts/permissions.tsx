import { type ReactNode, useState } from "react";
import { useChange, useList } from "../../api/queries.ts";
import { useMay } from "../../api/session.tsx";
import common from "../../style/common.module.css";
import { CONTACTS } from "../../view-words.ts";
import { AsCommand } from "../as-command.tsx";
import { Button } from "../button.tsx";
import { Stack } from "../fields/form.tsx";
import { ProblemNote } from "../problem.tsx";
import { State, type Tone } from "../state.tsx";
import { Time } from "../time.tsx";
import { toast } from "../toast.tsx";
import style from "./contacts.module.css";
import { Lines } from "./lines.tsx";
import { ConsentForm, SuppressForm } from "./permission-forms.tsx";

const LIFT = "DELETE /v1/contacts/{id}/suppressions/{channel}";
const TONES: Readonly<Record<string, Tone>> = { granted: "good", denied: "bad", unknown: "quiet" };

/** What a person agreed to, and what holds messages to them back. */
export function Permissions({ id }: { id: string }) {
  return (
    <Stack>
      <Consents id={id} />
      <Suppressions id={id} />
    </Stack>
  );
}

function Consents({ id }: { id: string }) {
  const [isSetting, setSetting] = useState(false);
  const consents = useList("GET /v1/contacts/{id}/consents", { path: { id } });
  const set = <Button onPress={() => setSetting(true)}>{CONTACTS.setConsent}</Button>;
  return (
    <Block title={CONTACTS.consents} action={set}>
      <Lines list={consents} empty={CONTACTS.noConsents}>
        {({ channel, state, source, proof, stated_at, expires_at, updated_at }) => (
          <li key={channel}>
            <strong>{channel}</strong>
            <State tone={TONES[state] ?? "quiet"}>{state}</State>
            {source !== null && <span>{source}</span>}
            {expires_at !== null && (
              <span>
                {CONTACTS.expires} <Time at={expires_at} />
              </span>
            )}
            <span className={common.end}>
              <Time at={stated_at ?? updated_at} />
            </span>
            {proof !== null && <span className={style.text}>{proof}</span>}
          </li>
        )}
      </Lines>
      {isSetting && <ConsentForm id={id} onClose={() => setSetting(false)} />}
    </Block>
  );
}

function Suppressions({ id }: { id: string }) {
  const [isSuppressing, setSuppressing] = useState(false);
  const may = useMay();
  const suppressions = useList("GET /v1/contacts/{id}/suppressions", { path: { id } });
  const lift = useChange(LIFT, {
    done: () => toast(CONTACTS.lifted),
  });
  const suppress = <Button onPress={() => setSuppressing(true)}>{CONTACTS.suppress}</Button>;
  return (
    <Block title={CONTACTS.suppressions} action={suppress}>
      <Lines list={suppressions} empty={CONTACTS.noSuppressions}>
        {({ channel, reason, proof, until, created_at }) => (
          <li key={channel}>
            <strong>{channel}</strong>
            <State tone="bad">{reason}</State>
            {until === null ? (
              <span>{CONTACTS.forGood}</span>
            ) : (
              <span>
                {CONTACTS.until} <Time at={until} />
              </span>
            )}
            <span className={common.end}>
              <Time at={created_at} />
            </span>
            {proof !== null && <span className={style.text}>{proof}</span>}
            {may("contacts:write") && (
              <>
                <AsCommand
                  cli={`contacts suppress ${id} --lift --channel ${channel}`}
                  route={LIFT}
                  request={{ path: { id, channel } }}
                />
                <Button onPress={() => void lift.run({ path: { id, channel } })}>
                  {CONTACTS.lift(channel)}
                </Button>
              </>
            )}
          </li>
        )}
      </Lines>
      <ProblemNote problem={lift.problem} />
      {isSuppressing && <SuppressForm id={id} onClose={() => setSuppressing(false)} />}
    </Block>
  );
}

function Block({ title, action, children }: { title: string; action: ReactNode; children: ReactNode }) {
  const may = useMay();
  return (
    <section className={common.block}>
      <div className={common.heading}>
        <h3>{title}</h3>
        {may("contacts:write") && action}
      </div>
      {children}
    </section>
  );
}
