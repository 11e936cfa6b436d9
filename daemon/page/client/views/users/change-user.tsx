import { useState } from "react";
import { useLocation } from "wouter";
import { useChange } from "../../api/queries.ts";
import { AsCommand } from "../../parts/as-command.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { Checkbox } from "../../parts/fields/checkbox.tsx";
import { Form } from "../../parts/fields/form.tsx";
import { Select } from "../../parts/fields/select.tsx";
import { toast } from "../../parts/toast.tsx";
import { USERS } from "../../view-words.ts";
import type { User } from "./user.ts";

export type Doing = "change" | "disable" | "remove";

const TITLES = { change: USERS.change, disable: USERS.disable, remove: USERS.remove } as const;
const UPDATE = "PATCH /v1/users/{id}";
const REMOVE = "DELETE /v1/users/{id}";

type ChangeUserProps = { user: User; doing: Doing; onClose: () => void };

/** Changes the role, disables or removes a user; each may end what the user created. */
export function ChangeUser({ user: { id, role: before }, doing, onClose }: ChangeUserProps) {
  const [role, setRole] = useState<string>(before);
  const [keeps, setKeeps] = useState(false);
  const [, go] = useLocation();
  const done = (text: string) => () => {
    toast(text);
    onClose();
    if (doing === "remove") go("/settings/users");
  };
  const update = useChange(UPDATE, { done: done(doing === "change" ? USERS.changed : USERS.disabledNow) });
  const remove = useChange(REMOVE, { done: done(USERS.removed) });
  const { problem, isRunning } = doing === "remove" ? remove : update;
  const removal = { path: { id }, query: { keep_keys: keeps } };
  const part = doing === "change" ? { role } : { disabled: true };
  const change = { path: { id }, body: { ...part, keep_keys: keeps } };
  const flags = keeps ? " --keep-keys" : "";
  const aside =
    doing === "remove" ? (
      <AsCommand cli={`users remove ${id}${flags}`} route={REMOVE} request={removal} />
    ) : (
      <AsCommand
        cli={`users update ${id} ${doing === "change" ? `--role ${role}` : "--disable"}${flags}`}
        route={UPDATE}
        request={change}
      />
    );
  return (
    <Dialog title={TITLES[doing]} isOpen onClose={onClose}>
      <Form
        action={doing === "change" ? USERS.save : TITLES[doing]}
        isDanger={doing !== "change"}
        onSubmit={() => void (doing === "remove" ? remove.run(removal) : update.run(change))}
        onCancel={onClose}
        problem={problem}
        isBusy={isRunning}
        aside={aside}
      >
        {doing === "change" && (
          <Select label={USERS.role} options={USERS.roles} value={role} onChange={setRole} />
        )}
        <p>{USERS.ends}</p>
        <Checkbox isOn={keeps} onChange={setKeeps}>
          {USERS.keepKeys}
        </Checkbox>
      </Form>
    </Dialog>
  );
}
