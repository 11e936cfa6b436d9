import { useState } from "react";
import { errorAt } from "../../api/problem.ts";
import { useChange } from "../../api/queries.ts";
import { AsCommand, quoted } from "../../parts/as-command.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { Field } from "../../parts/fields/field.tsx";
import { Form } from "../../parts/fields/form.tsx";
import { toast } from "../../parts/toast.tsx";
import { CHANNELS } from "../../view-words.ts";
import type { Channel } from "./states.ts";

type RenameFormProps = { channel: Pick<Channel, "id" | "name">; onClose: () => void };

/** Gives a channel another name. */
export function RenameForm({ channel: { id, name: before }, onClose }: RenameFormProps) {
  const [name, setName] = useState(before);
  const request = { path: { id }, body: { name } };
  const rename = useChange("PATCH /v1/channels/{id}", {
    done: () => {
      toast(CHANNELS.renamed);
      onClose();
    },
    touches: ["/v1/overview"],
  });
  return (
    <Dialog title={CHANNELS.rename} isOpen onClose={onClose}>
      <Form
        action={CHANNELS.rename}
        onSubmit={() => void rename.run(request)}
        onCancel={onClose}
        problem={rename.problem}
        isBusy={rename.isRunning}
        aside={
          <AsCommand
            cli={`channels update ${id} --name ${quoted(name)}`}
            route="PATCH /v1/channels/{id}"
            request={request}
          />
        }
      >
        <Field
          label={CHANNELS.name}
          hint={CHANNELS.nameHint}
          value={name}
          onChange={setName}
          error={errorAt(rename.problem, "name")}
          maxLength={128}
          isRequired
          autoFocus
        />
      </Form>
    </Dialog>
  );
}
