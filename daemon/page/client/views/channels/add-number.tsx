import type { ReactNode } from "react";
import { useLocation } from "wouter";
import { useChange } from "../../api/queries.ts";
import { IS_SANDBOX } from "../../api/sandbox.ts";
import { Button } from "../../parts/button.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { ProblemNote } from "../../parts/problem.tsx";
import { toast } from "../../parts/toast.tsx";
import { CHANNELS } from "../../view-words.ts";
import { BringIn } from "./bring-in/bring-in.tsx";
import style from "./channels.module.css";
import { NewPairing } from "./new-pairing.tsx";
import { OfficialForm } from "./official-form.tsx";

/** How a number is added; `any` asks. */
export type WayToAdd = "any" | "pair" | "bring-in" | "official";

type AddNumberProps = {
  way: WayToAdd;
  onChoose: (way: WayToAdd) => void;
  onClose: () => void;
};

const TITLES: Readonly<Record<WayToAdd, string>> = {
  any: CHANNELS.add,
  pair: CHANNELS.pairTitle,
  "bring-in": CHANNELS.bringIn.title,
  official: CHANNELS.officialTitle,
};

/** Adds a number in the way that somebody chooses. */
export function AddNumber({ way, onChoose, onClose }: AddNumberProps) {
  return (
    <Dialog title={TITLES[way]} isOpen onClose={onClose}>
      {way === "any" && <WaysToAdd onChoose={onChoose} onClose={onClose} />}
      {way === "pair" && <NewPairing onClose={onClose} />}
      {way === "bring-in" && <BringIn onClose={onClose} />}
      {way === "official" && <OfficialForm onClose={onClose} />}
    </Dialog>
  );
}

type WaysProps = { onChoose: (way: WayToAdd) => void; onClose?: () => void };

/** The ways to get a number, each with what it is for. That of the sandbox is there at one press. */
export function WaysToAdd({ onChoose, onClose = () => {} }: WaysProps) {
  const [, go] = useLocation();
  const addSandbox = useChange("POST /v1/channels/sandbox", {
    done: ({ id }) => {
      toast(CHANNELS.added);
      onClose();
      go(`/channels/${id}`);
    },
    touches: ["/v1/overview"],
  });
  return (
    <>
      <ul className={style.ways}>
        {IS_SANDBOX && (
          <Way text={CHANNELS.sandboxText}>
            <Button
              kind="main"
              isBusy={addSandbox.isRunning}
              onPress={() => void addSandbox.run({ body: {} })}
            >
              {CHANNELS.sandboxTitle}
            </Button>
          </Way>
        )}
        <Way text={CHANNELS.pairText}>
          <Button onPress={() => onChoose("pair")}>{CHANNELS.pairTitle}</Button>
        </Way>
        <Way text={CHANNELS.bringIn.text}>
          <Button onPress={() => onChoose("bring-in")}>{CHANNELS.bringIn.title}</Button>
        </Way>
        <Way text={CHANNELS.officialText}>
          <Button onPress={() => onChoose("official")}>{CHANNELS.officialTitle}</Button>
        </Way>
      </ul>
      <ProblemNote problem={addSandbox.problem} />
    </>
  );
}

function Way({ text, children }: { text: string; children: ReactNode }) {
  return (
    <li>
      <p>{text}</p>
      {children}
    </li>
  );
}
