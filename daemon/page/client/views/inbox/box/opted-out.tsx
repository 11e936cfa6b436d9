import { useState } from "react";
import { errorAt } from "../../../api/problem.ts";
import { useChange } from "../../../api/queries.ts";
import { useMay } from "../../../api/session.tsx";
import { AsCommand } from "../../../parts/as-command.tsx";
import { Button } from "../../../parts/button.tsx";
import { Dialog } from "../../../parts/dialog.tsx";
import { Field } from "../../../parts/fields/field.tsx";
import { Form } from "../../../parts/fields/form.tsx";
import { BOX } from "../../../view-words.ts";
import type { Conversation } from "../types.ts";
import style from "./box.module.css";

const CONSENT = "PUT /v1/contacts/{id}/consent/{channel}";
const LIFT = "DELETE /v1/contacts/{id}/suppressions/{channel}";
const KNOWN: Readonly<Record<string, string>> = BOX.suppressed;

type OptedOutProps = Pick<Conversation, "contact_id" | "suppressed">;

/** Above the box: that the person may not be written to, what may be sent all the same, and the way back. */
export function OptedOut({ contact_id, suppressed }: OptedOutProps) {
  const mayRecord = useMay()("contacts:write");
  const [isAgreeing, setAgreeing] = useState(false);
  if (suppressed === null || contact_id === null) return null;
  // they alone can take that back, in WhatsApp
  const hasWay = suppressed !== "marketing_stopped";
  return (
    <div className={style.meanwhile} role="note">
      <p>
        {KNOWN[suppressed] ?? BOX.suppressedFor(suppressed)} {hasWay && !mayRecord && BOX.askToRecord}
      </p>
      {hasWay && mayRecord && <Button onPress={() => setAgreeing(true)}>{BOX.agreesAgain}</Button>}
      {isAgreeing && <Agree id={contact_id} {...{ suppressed }} onClose={() => setAgreeing(false)} />}
    </div>
  );
}

type AgreeProps = { id: string; suppressed: string; onClose: () => void };

/** Records that somebody agreed again, with how they said so. */
function Agree({ id, suppressed, onClose }: AgreeProps) {
  const [source, setSource] = useState("");
  const consent = useChange(CONSENT, { touches: ["/v1/conversations"] });
  const lift = useChange(LIFT, { touches: ["/v1/conversations"] });
  const path = { id, channel: "whatsapp" } as const;
  const request = { path, body: { state: "granted" as const, source } };
  const record = async () => {
    const isKept = (await consent.run(request)) !== null;
    // a consent that was denied is all there is
    if (isKept && (suppressed === "consent_denied" || (await lift.run({ path })) !== null)) onClose();
  };
  return (
    <Dialog title={BOX.agreesAgain} isOpen onClose={onClose}>
      <Form
        action={BOX.recordAgreement}
        onSubmit={() => void record()}
        onCancel={onClose}
        problem={consent.problem ?? lift.problem}
        isBusy={consent.isRunning || lift.isRunning}
        aside={
          <AsCommand
            cli={`contacts consent ${id} --state granted --source ...`}
            route={CONSENT}
            request={request}
          />
        }
      >
        <Field
          label={BOX.howAgreed}
          hint={BOX.howAgreedHint}
          value={source}
          onChange={setSource}
          error={errorAt(consent.problem, "source")}
          maxLength={200}
          isRequired
          autoFocus
        />
      </Form>
    </Dialog>
  );
}
