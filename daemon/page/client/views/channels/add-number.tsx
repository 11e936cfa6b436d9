import { useState } from "react";
import { useLocation } from "wouter";
import { errorAt } from "../../api/problem.ts";
import { useChange } from "../../api/queries.ts";
import { AsCommand, quoted } from "../../parts/as-command.tsx";
import { Button } from "../../parts/button.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { Field } from "../../parts/fields/field.tsx";
import { Form } from "../../parts/fields/form.tsx";
import { toast } from "../../parts/toast.tsx";
import style from "./channels.module.css";
import { PAIRED } from "./states.ts";
import { CHANNELS } from "./words.ts";

/** How a number is added; `any` asks. */
export type WayToAdd = "any" | "pair";

type AddNumberProps = {
  way: WayToAdd;
  onChoose: (way: WayToAdd) => void;
  onClose: () => void;
};

/** Adds a number in the way that somebody chooses. */
export function AddNumber({ way, onChoose, onClose }: AddNumberProps) {
  const title = { any: CHANNELS.add, pair: CHANNELS.pairTitle }[way];
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      {way === "any" && <WaysToAdd onChoose={onChoose} />}
      {way === "pair" && <NewPairing onClose={onClose} />}
    </Dialog>
  );
}

/** The ways to get a number, each with what it is for. */
export function WaysToAdd({ onChoose }: { onChoose: (way: WayToAdd) => void }) {
  return (
    <ul className={style.ways}>
      <li>
        <h3>{CHANNELS.pairTitle}</h3>
        <p>{CHANNELS.pairText}</p>
        <Button onPress={() => onChoose("pair")}>{CHANNELS.pairTitle}</Button>
      </li>
    </ul>
  );
}

/** Makes a channel of a number that is still to be paired, and leads to it. */
function NewPairing({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState("");
  const [, go] = useLocation();
  const request = { body: { platform: PAIRED, name } };
  const create = useChange("POST /v1/channels", {
    done: ({ id }) => {
      toast(CHANNELS.added);
      onClose();
      go(`/channels/${id}`);
    },
    touches: ["/v1/overview"],
  });
  return (
    <Form
      action={CHANNELS.goOn}
      onSubmit={() => void create.run(request)}
      onCancel={onClose}
      problem={create.problem}
      isBusy={create.isRunning}
      aside={
        <AsCommand cli={`channels pair --name ${quoted(name)}`} route="POST /v1/channels" request={request} />
      }
    >
      <p className={style.quiet}>{CHANNELS.pairText}</p>
      <Field
        label={CHANNELS.name}
        hint={CHANNELS.nameHint}
        value={name}
        onChange={setName}
        error={errorAt(create.problem, "name")}
        maxLength={128}
        isRequired
        autoFocus
      />
    </Form>
  );
}
