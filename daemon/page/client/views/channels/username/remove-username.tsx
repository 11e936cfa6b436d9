import { ASKED_AT_WHATSAPP, useChange } from "../../../api/queries.ts";
import { AsCommand } from "../../../parts/as-command.tsx";
import { Confirm } from "../../../parts/dialog.tsx";
import { ProblemNote } from "../../../parts/problem.tsx";
import { toast } from "../../../parts/toast.tsx";
import { USERNAME } from "../../../view-words.ts";

const ROUTE = "DELETE /v1/channels/{id}/username";

type RemoveUsernameProps = { id: string; username: string; onClose: () => void };

/** Gives a number's user name back, once somebody has read what goes along. */
export function RemoveUsername({ id, username, onClose }: RemoveUsernameProps) {
  const request = { path: { id } };
  const remove = useChange(ROUTE, {
    done: () => {
      toast(USERNAME.removed);
      onClose();
    },
    touches: [ASKED_AT_WHATSAPP],
  });
  return (
    <Confirm
      title={USERNAME.remove}
      action={USERNAME.remove}
      isOpen
      isBusy={remove.isRunning}
      onConfirm={() => void remove.run(request)}
      onClose={onClose}
      aside={<AsCommand cli={`channels username delete ${id} --yes`} route={ROUTE} request={request} />}
    >
      <p>{USERNAME.removeText(username)}</p>
      <ProblemNote problem={remove.problem} />
    </Confirm>
  );
}
