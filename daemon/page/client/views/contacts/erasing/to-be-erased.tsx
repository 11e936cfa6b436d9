import { useAsk, useChange } from "../../../api/queries.ts";
import { Button } from "../../../parts/button.tsx";
import { Buttons } from "../../../parts/fields/form.tsx";
import { ProblemNote } from "../../../parts/problem.tsx";
import { State } from "../../../parts/state.tsx";
import { Time } from "../../../parts/time.tsx";
import { toast } from "../../../parts/toast.tsx";
import { CONTACTS } from "../../../view-words.ts";

/** That a person is to be erased, when, and how to take that back. Nothing where they are not. */
export function ToBeErased({ id }: { id: string }) {
  const { data } = useAsk("GET /v1/contacts/erasures", { query: { contact_id: id } });
  const cancel = useChange("POST /v1/contacts/erasures/{id}/cancel", {
    done: () => toast(CONTACTS.eraseCancelled),
  });
  const erasure = data?.data.find(({ status }) => status === "waiting");
  if (erasure === undefined) return null;
  return (
    <Buttons>
      <State tone="warn">
        {CONTACTS.eraseWaits} <Time at={erasure.erase_at} />
      </State>
      <Button onPress={() => void cancel.run({ path: { id: erasure.id } })} isBusy={cancel.isRunning}>
        {CONTACTS.eraseCancel}
      </Button>
      <ProblemNote problem={cancel.problem} />
    </Buttons>
  );
}
