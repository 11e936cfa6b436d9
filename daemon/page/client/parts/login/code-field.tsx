import { useState } from "react";
import { LOGIN } from "../../words.ts";
import { Button } from "../button.tsx";
import { Field } from "../fields/field.tsx";

type Props = { value: string; onChange: (code: string) => void };

/** Asks for the code of an authenticator app, or for a recovery code in its place. */
export function CodeField({ value, onChange }: Readonly<Props>) {
  const [isRecovery, setRecovery] = useState(false);
  return (
    <>
      <Field
        // another field for what browsers fill in
        key={isRecovery ? "recovery" : "app"}
        label={isRecovery ? LOGIN.recoveryCode : LOGIN.code}
        autoComplete={isRecovery ? "off" : "one-time-code"}
        {...(isRecovery ? {} : { inputMode: "numeric" as const })}
        maxLength={64}
        value={value}
        onChange={onChange}
        isRequired
        isMono
        autoFocus
      />
      <Button
        kind="quiet"
        onPress={() => {
          onChange("");
          setRecovery(!isRecovery);
        }}
      >
        {isRecovery ? LOGIN.useApp : LOGIN.useRecoveryCode}
      </Button>
    </>
  );
}
