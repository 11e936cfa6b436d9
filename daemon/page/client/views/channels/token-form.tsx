import { useState } from "react";
import { errorAt } from "../../api/problem.ts";
import { useChange } from "../../api/queries.ts";
import { reasonOf } from "../../parts/alarms/reason.tsx";
import { AsCommand } from "../../parts/as-command.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { Field } from "../../parts/fields/field.tsx";
import { Form } from "../../parts/fields/form.tsx";
import { toast } from "../../parts/toast.tsx";
import { CHANNELS } from "../../view-words.ts";
import { WORDS } from "../../words.ts";
import { type Channel, isWorking } from "./states.ts";

type TokenFormProps = { channel: Pick<Channel, "id">; onClose: () => void };

/** Gives an official number another access token, which is checked at once; it stays open while that fails. */
export function TokenForm({ channel: { id }, onClose }: TokenFormProps) {
  const [token, setToken] = useState("");
  const [refused, setRefused] = useState<string | null>(null);
  const change = useChange("PATCH /v1/channels/{id}", { touches: ["/v1/overview"] });
  async function save() {
    const channel = await change.run({ path: { id }, body: { access_token: token.trim() } });
    if (channel === null) return;
    if (!isWorking(channel)) return setRefused(reasonOf(channel) ?? channel.status);
    toast(CHANNELS.tokenReplaced);
    onClose();
  }
  return (
    <Dialog title={WORDS.steps.token} isOpen onClose={onClose}>
      <Form
        action={WORDS.steps.token}
        onSubmit={() => void save()}
        onCancel={onClose}
        problem={change.problem}
        isBusy={change.isRunning}
        aside={
          <AsCommand
            cli={`channels update ${id} --access-token -`}
            route="PATCH /v1/channels/{id}"
            request={{ path: { id }, body: { access_token: "…" } }}
          />
        }
      >
        <Field
          label={CHANNELS.token}
          type="password"
          hint={CHANNELS.tokenHint}
          value={token}
          onChange={setToken}
          error={errorAt(change.problem, "access_token") ?? refused}
          isRequired
          autoFocus
          isMono
        />
      </Form>
    </Dialog>
  );
}
