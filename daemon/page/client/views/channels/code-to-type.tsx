import { useState } from "react";
import { errorAt, type Problem } from "../../api/problem.ts";
import { AsCommand, quoted } from "../../parts/as-command.tsx";
import { Id } from "../../parts/code.tsx";
import { Field } from "../../parts/fields/field.tsx";
import { Form } from "../../parts/fields/form.tsx";
import { CHANNELS } from "../../view-words.ts";
import style from "./channels.module.css";

type PhoneFormProps = {
  /** Of the channel. */
  id: string;
  /** The channel's own number; null before it has one. */
  number: string | null;
  problem: Problem | null;
  isBusy: boolean;
  onBegin: (number: string) => void;
};

/** Asks for the phone's number, for a code to type on it. */
export function PhoneForm({ id, number: known, problem, isBusy, onBegin }: PhoneFormProps) {
  const [number, setNumber] = useState(known ?? "");
  return (
    <Form
      action={CHANNELS.getCode}
      onSubmit={() => onBegin(number.trim())}
      problem={problem}
      isBusy={isBusy}
      aside={
        <AsCommand
          cli={`channels pair ${id} --code --phone ${quoted(number)}`}
          route="POST /v1/channels/{id}/connect"
          request={{ path: { id }, body: { method: "pairing_code", phone_number: number } }}
        />
      }
    >
      <Field
        label={CHANNELS.phone}
        hint={CHANNELS.phoneHint}
        type="tel"
        autoComplete="tel"
        placeholder="+49 1555 0100"
        value={number}
        onChange={setNumber}
        error={errorAt(problem, "phone_number")}
        maxLength={40}
        isRequired
      />
    </Form>
  );
}

/** The code to type, and where. */
export function CodeToType({ code }: { code: string }) {
  return (
    <>
      <h3>{CHANNELS.codeLabel}</h3>
      <p className={style.letters}>
        <Id value={code.replace(/^(.{4})(.{4})$/, "$1-$2")} />
      </p>
      <ol className={style.howTo}>
        {CHANNELS.howToType.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ol>
    </>
  );
}
