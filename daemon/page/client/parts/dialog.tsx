import { X } from "lucide-react";
import type { ReactNode } from "react";
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from "react-aria-components";
import { WORDS } from "../words.ts";
import { Button, IconButton } from "./button.tsx";
import style from "./dialog.module.css";
import { Buttons } from "./fields/form.tsx";
import { useLeaving } from "./leaving.ts";

type DialogProps = {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  /** Called in place of `onClose` when the address leads elsewhere. */
  onLeave?: () => void;
  children: ReactNode;
  /** Wide enough for a table or code. */
  isWide?: boolean;
  /** As large as the window. */
  isWhole?: boolean;
};

/** Asks for something before anything else goes on. Never one above another. */
export function Dialog({ title, isOpen, onClose, onLeave = onClose, children, ...size }: DialogProps) {
  useLeaving(isOpen, onLeave);
  const { isWide = false, isWhole = false } = size;
  return (
    <ModalOverlay
      className={style.veil ?? ""}
      isOpen={isOpen}
      // not by a press beside it, which would lose what is half written
      onOpenChange={(open) => !open && onClose()}
    >
      <Modal className={`${style.modal} ${isWide ? style.wide : ""} ${isWhole ? style.whole : ""}`}>
        <AriaDialog className={style.dialog ?? ""}>
          <header className={style.header}>
            <Heading slot="title" className={style.title ?? ""}>
              {title}
            </Heading>
            <IconButton label={WORDS.close} icon={X} onPress={onClose} />
          </header>
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

type ConfirmProps = {
  title: string;
  /** What goes along, and that it can't be undone. */
  children: ReactNode;
  /** Verb and object, as on the button that opened it. */
  action: string;
  isOpen: boolean;
  isBusy?: boolean;
  /** What stands before the buttons, such as the same as a command. */
  aside?: ReactNode;
  onConfirm: () => void;
  onClose: () => void;
};

/** Asks once before what can't be undone. What can be undone is done, with an undo in its toast. */
export function Confirm({
  title,
  children,
  action,
  isOpen,
  isBusy = false,
  aside,
  onConfirm,
  onClose,
}: ConfirmProps) {
  return (
    <Dialog {...{ title, isOpen, onClose }}>
      {children}
      <Buttons>
        {aside}
        <Button onPress={onClose}>{WORDS.cancel}</Button>
        <Button kind="danger" onPress={onConfirm} isBusy={isBusy}>
          {action}
        </Button>
      </Buttons>
    </Dialog>
  );
}
