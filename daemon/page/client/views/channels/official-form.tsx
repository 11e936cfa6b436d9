import { useState } from "react";
import { errorAt } from "../../api/problem.ts";
import { useChange } from "../../api/queries.ts";
import { SIGNUP_URL } from "../../api/signup.ts";
import { AsCommand, quoted } from "../../parts/as-command.tsx";
import { Field } from "../../parts/fields/field.tsx";
import { Form, Pair } from "../../parts/fields/form.tsx";
import common from "../../style/common.module.css";
import { CHANNELS } from "../../view-words.ts";
import { Onboarded } from "./onboarded.tsx";
import { type Channel, OFFICIAL } from "./states.ts";

const EMPTY = { name: "", phone_number_id: "", waba_id: "", access_token: "", pin: "" };

/** Adds an official number: its channel, its check with Meta, and with a PIN its registration; then says how each went. */
export function OfficialForm({ onClose }: { onClose: () => void }) {
  const [draft, setDraft] = useState(EMPTY);
  const set = (name: keyof typeof EMPTY) => (value: string) => setDraft({ ...draft, [name]: value });
  const [made, setMade] = useState<Channel | null>(null);
  const touches = ["/v1/channels", "/v1/overview"];
  const create = useChange("POST /v1/channels", { touches });
  const register = useChange("POST /v1/waba/register-phone", { touches });
  const { pin, ...account } = draft;
  const request = { body: { platform: OFFICIAL, ...written(account) } };
  async function add() {
    const created = await create.run(request);
    if (created === null) return;
    const registered =
      pin.trim() === "" ? null : await register.run({ body: { channel_id: created.id, pin: pin.trim() } });
    setMade(registered ?? created);
  }
  if (made !== null)
    return (
      <Onboarded channel={made} isTried={pin.trim() !== ""} refused={register.problem} onClose={onClose} />
    );
  const field = (name: keyof typeof EMPTY) => ({
    value: draft[name],
    onChange: set(name),
    error: errorAt(create.problem, name),
  });
  return (
    <Form
      action={CHANNELS.add}
      onSubmit={() => void add()}
      onCancel={onClose}
      problem={create.problem}
      isBusy={create.isRunning || register.isRunning}
      aside={
        <AsCommand
          cli={`channels create --name ${quoted(draft.name)} --phone-number-id ${quoted(draft.phone_number_id)} --access-token -`}
          route="POST /v1/channels"
          request={{ body: { ...request.body, access_token: "…" } }}
        />
      }
    >
      {SIGNUP_URL !== undefined && (
        <p className={common.quiet}>
          <a href={SIGNUP_URL} target="_blank" rel="noopener noreferrer">
            {CHANNELS.signUp}
          </a>{" "}
          {CHANNELS.signUpText}
        </p>
      )}
      <Field
        {...field("name")}
        label={CHANNELS.name}
        hint={CHANNELS.nameHint}
        maxLength={128}
        isRequired
        autoFocus
      />
      <Pair>
        <Field
          {...field("phone_number_id")}
          label={CHANNELS.phoneNumberId}
          hint={CHANNELS.phoneNumberIdHint}
          inputMode="numeric"
          isRequired
          isMono
        />
        <Field
          {...field("waba_id")}
          label={CHANNELS.wabaId}
          hint={CHANNELS.wabaIdHint}
          inputMode="numeric"
          isMono
        />
      </Pair>
      <Field
        {...field("access_token")}
        label={CHANNELS.token}
        hint={CHANNELS.tokenHint}
        type="password"
        isRequired
        isMono
      />
      <Field
        {...field("pin")}
        label={CHANNELS.pin}
        hint={CHANNELS.pinOfNew}
        inputMode="numeric"
        maxLength={6}
        isMono
      />
    </Form>
  );
}

/** What was written, without spaces around it; what was left empty is left out, for the API to say what it lacks. */
function written<Draft extends Record<string, string>>(draft: Draft): Draft {
  const filled = Object.entries(draft).map(([name, value]) => [name, value.trim()]);
  return Object.fromEntries(filled.filter(([, value]) => value !== "")) as Draft;
}
