import { useState } from "react";
import { useChange } from "../../api/queries.ts";
import { useMe } from "../../api/session.tsx";
import { stateWord } from "../../parts/api-names.ts";
import { Button } from "../../parts/button.tsx";
import { Id } from "../../parts/code.tsx";
import { Menu } from "../../parts/menu.tsx";
import { ProblemNote } from "../../parts/problem.tsx";
import { Detail, Facts } from "../../parts/split.tsx";
import { State } from "../../parts/state.tsx";
import { Time } from "../../parts/time.tsx";
import { toast } from "../../parts/toast.tsx";
import { USERS } from "../../view-words.ts";
import { WORDS } from "../../words.ts";
import { ChangeUser, type Doing } from "./change-user.tsx";
import { ResetFactors } from "./reset-factors.tsx";
import type { User } from "./user.ts";

/** One user: the role, and what can be changed about it. */
export function UserDetail({ user }: { user: User }) {
  const [doing, setDoing] = useState<Doing | null>(null);
  const [isResetting, setResetting] = useState(false);
  const me = useMe();
  const enable = useChange("PATCH /v1/users/{id}", { done: () => toast(USERS.enabledNow) });
  const { id, disabled } = user;
  const actions = (
    <>
      {disabled && (
        <Button
          isBusy={enable.isRunning}
          onPress={() => void enable.run({ path: { id }, body: { disabled: false } })}
        >
          {USERS.enable}
        </Button>
      )}
      <Menu
        label={USERS.actions}
        entries={[
          { label: USERS.change, onPress: () => setDoing("change") },
          { label: USERS.resetFactors, isDanger: true, onPress: () => setResetting(true) },
          !disabled && { label: USERS.disable, isDanger: true, onPress: () => setDoing("disable") },
          { label: USERS.remove, isDanger: true, onPress: () => setDoing("remove") },
        ]}
      />
    </>
  );
  return (
    <Detail title={user.name || user.email} back="/settings/users" actions={actions}>
      <ProblemNote problem={enable.problem} />
      <Facts
        facts={[
          [USERS.email, user.email],
          [USERS.role, id === me.user?.id ? `${stateWord(user.role)} (${USERS.you})` : stateWord(user.role)],
          [
            USERS.state,
            <State key="state" tone={disabled ? "quiet" : "good"}>
              {disabled ? USERS.disabled : USERS.active}
            </State>,
          ],
          [USERS.timezone, user.timezone],
          [USERS.since, <Time key="since" at={user.created_at} />],
          [WORDS.id, <Id key="id" value={id} />],
        ]}
      />
      {isResetting && <ResetFactors id={id} onClose={() => setResetting(false)} />}
      {doing !== null && <ChangeUser user={user} doing={doing} onClose={() => setDoing(null)} />}
    </Detail>
  );
}
