import { useState } from "react";
import type { Problem } from "../../../api/problem.ts";
import { useChange } from "../../../api/queries.ts";
import { AsCommand } from "../../../parts/as-command.tsx";
import { toast } from "../../../parts/toast.tsx";
import type { Broadcast } from "../states.ts";
import { BROADCASTS } from "../words.ts";
import { changesOf, type Draft, wrongIn } from "./draft.ts";
import { draftOptions } from "./draft-options.ts";

const CREATE = "POST /v1/broadcasts";
const UPDATE = "PATCH /v1/broadcasts/{id}";

type Saved = { before: Draft; draft: Draft; onSaved: (broadcast: Broadcast) => void };

/** Keeps what is written: as a new draft, or what was changed of one. As the properties of its form. */
export function useSaving(broadcast: Broadcast | null, { before, draft, onSaved }: Saved) {
  const [refused, setRefused] = useState<Problem | null>(null);
  const isNew = broadcast === null;
  const done = (saved: Broadcast) => {
    toast(isNew ? BROADCASTS.created : BROADCASTS.saved);
    onSaved(saved);
  };
  const create = useChange(CREATE, { done });
  const update = useChange(UPDATE, { done });
  const path = { id: broadcast?.id ?? "" };
  const changes = changesOf(before, draft);
  const options = draftOptions(isNew ? draft : changes);
  function save() {
    const wrong = wrongIn(draft);
    setRefused(wrong);
    if (wrong !== null) return;
    void (isNew ? create.run({ body: draft }) : update.run({ path, body: changes }));
  }
  return {
    action: isNew ? BROADCASTS.create : BROADCASTS.save,
    onSubmit: save,
    problem: refused ?? (isNew ? create : update).problem,
    isBusy: create.isRunning || update.isRunning,
    aside: isNew ? (
      <AsCommand cli={options && `broadcasts create${options}`} route={CREATE} request={{ body: draft }} />
    ) : (
      <AsCommand
        cli={options && `broadcasts update ${path.id}${options}`}
        route={UPDATE}
        request={{ path, body: changes }}
      />
    ),
  };
}
