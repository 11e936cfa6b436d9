import { useState } from "react";
import { errorAt } from "../../api/problem.ts";
import { useChange } from "../../api/queries.ts";
import { AsCommand, quoted, WAYPOST_URL } from "../../parts/as-command.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { Field } from "../../parts/fields/field.tsx";
import { Form } from "../../parts/fields/form.tsx";
import { Select } from "../../parts/fields/select.tsx";
import { USERS } from "../../view-words.ts";

type InviteFormProps = { onInvited: (link: string) => void; onClose: () => void };

/** Invites somebody: makes a link for them. */
export function InviteForm({ onInvited, onClose }: InviteFormProps) {
  const [email, setEmail] = useState("");
  const [role, setRole] = useState<string>("agent");
  const invite = useChange("POST /v1/users/invitations", {
    done: ({ token }) => {
      onClose();
      onInvited(`${WAYPOST_URL}/invitation/${token}`);
    },
  });
  const body = { email, role };
  return (
    <Dialog title={USERS.invite} isOpen onClose={onClose}>
      <Form
        action={USERS.invite}
        onSubmit={() => void invite.run({ body })}
        onCancel={onClose}
        problem={invite.problem}
        isBusy={invite.isRunning}
        aside={
          <AsCommand
            cli={`users invite ${quoted(email)} --role ${role}`}
            route="POST /v1/users/invitations"
            request={{ body }}
          />
        }
      >
        <p>{USERS.inviteText}</p>
        <Field
          label={USERS.email}
          type="email"
          value={email}
          onChange={setEmail}
          error={errorAt(invite.problem, "email")}
          isRequired
          autoFocus
        />
        <Select
          label={USERS.role}
          options={USERS.roles}
          value={role}
          onChange={setRole}
          error={errorAt(invite.problem, "role")}
        />
      </Form>
    </Dialog>
  );
}
