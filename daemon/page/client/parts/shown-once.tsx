import type { ReactNode } from "react";
import { WORDS } from "../words.ts";
import { Button } from "./button.tsx";
import { Code } from "./code.tsx";
import { Dialog } from "./dialog.tsx";
import { Buttons, Stack } from "./fields/form.tsx";

type ShownOnceProps = {
  title: string;
  /** What it is for, and that it is shown only now. */
  text: string;
  /** Null while there is none to show. */
  secret: string | null;
  onClose: () => void;
  /** How to use it. */
  children?: ReactNode;
};

/** A secret that nobody can read again once this is closed. */
export function ShownOnce({ title, text, secret, onClose, children }: ShownOnceProps) {
  return (
    <Dialog title={title} isOpen={secret !== null} onClose={onClose} isWide>
      <Stack>
        <p>{text}</p>
        <Code label={title}>{secret ?? ""}</Code>
        {children}
        <Buttons>
          <Button kind="main" onPress={onClose}>
            {WORDS.stored}
          </Button>
        </Buttons>
      </Stack>
    </Dialog>
  );
}
