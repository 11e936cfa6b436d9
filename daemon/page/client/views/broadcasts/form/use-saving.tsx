import { useState } from "react";
import type { Problem } from "../../../api/problem.ts";
import { useChange } from "../../../api/queries.ts";
import { AsCommand } from "../../../parts/as-command.tsx";
import { toast } from "../../../parts/toast.tsx";
import { BROADCASTS } from "../../../view-words.ts";
import type { Broadcast } from "../states.ts";
import { changesOf, type Draft, draftOf, wrongIn } from "./draft.ts";
import { draftOptions } from "./draft-options.ts";

const CREATE = "POST /v1/broadcasts";
const UPDATE = "PATCH /v1/broadcasts/{id}";

type Saved = {
  before: Draft;
  draft: Draft;
  onSave: () => void;
  onSaved: (broadcast: Broadcast) => void;
};

/** Keeps what is written: as a new draft, or what was changed of one. `form` are the properties of its form. */
export function useSaving(broadcast: Broadcast | null, { before, draft, onSave, onSaved }: Saved) {
  const [refused, setRefused] = useState<Problem | null>(null);
  const isNew = broadcast === null;
  const done = (saved: Broadcast) => {
    toast(isNew ? BROADCASTS.created : BROADCASTS.saved);
    onSaved(saved);
  };
  const create = useChange(CREATE, { done });
  const update = useChange(UPDATE, { done });
  const path = { id: broadcast?.id ?? "" };
  const changes = changesOf(isNew ? draftOf(null) : before, draft);
  const { name, channel_ids, template, audience } = draft;
  const body = { ...changes, name, channel_ids, template, audience };
  const options = draftOptions(changes);
  const cli = options === null ? null : `broadcasts ${isNew ? "create" : `update ${path.id}`}${options}`;
  /** Whether the API can be asked about it. */
  function check(): boolean {
    const wrong = wrongIn(draft);
    setRefused(wrong);
    return wrong === null;
  }
  function save() {
    onSave();
    if (!check()) return;
    void (isNew ? create.run({ body }) : update.run({ path, body: changes }));
  }
  const problem = refused ?? (isNew ? create : update).problem;
  const form = {
    action: isNew ? BROADCASTS.create : BROADCASTS.save,
    onSubmit: save,
    isBusy: create.isRunning || update.isRunning,
    aside: isNew ? (
      <AsCommand cli={cli} route={CREATE} request={{ body }} />
    ) : (
      <AsCommand cli={cli} route={UPDATE} request={{ path, body: changes }} />
    ),
  };
  return { form, check, problem };
}
