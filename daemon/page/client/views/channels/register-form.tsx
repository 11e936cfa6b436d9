import { useState } from "react";
import { errorAt } from "../../api/problem.ts";
import { useChange } from "../../api/queries.ts";
import { AsCommand } from "../../parts/as-command.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { Field } from "../../parts/fields/field.tsx";
import { Form } from "../../parts/fields/form.tsx";
import { toast } from "../../parts/toast.tsx";
import { CHANNELS } from "../../view-words.ts";
import { WORDS } from "../../words.ts";
import type { Channel } from "./states.ts";

type RegisterFormProps = { channel: Pick<Channel, "id">; onClose: () => void };

/** Registers an official number with WhatsApp, by its PIN. */
export function RegisterForm({ channel: { id }, onClose }: RegisterFormProps) {
  const [pin, setPin] = useState("");
  const register = useChange("POST /v1/waba/register-phone", {
    done: () => {
      toast(CHANNELS.registered);
      onClose();
    },
    touches: ["/v1/channels", "/v1/overview"],
  });
  return (
    <Dialog title={WORDS.steps.register} isOpen onClose={onClose}>
      <Form
        action={WORDS.steps.register}
        onSubmit={() => void register.run({ body: { channel_id: id, pin: pin.trim() } })}
        onCancel={onClose}
        problem={register.problem}
        isBusy={register.isRunning}
        aside={
          <AsCommand
            cli={`channels register ${id}`}
            route="POST /v1/waba/register-phone"
            request={{ body: { channel_id: id, pin: "…" } }}
          />
        }
      >
        <Field
          label={CHANNELS.pin}
          hint={CHANNELS.pinHint}
          value={pin}
          onChange={setPin}
          error={errorAt(register.problem, "pin")}
          inputMode="numeric"
          maxLength={6}
          isRequired
          autoFocus
          isMono
        />
      </Form>
    </Dialog>
  );
}
