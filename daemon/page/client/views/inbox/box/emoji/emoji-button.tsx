import type { LucideIcon } from "lucide-react";
import { lazy, Suspense, useRef, useState } from "react";
import { Button, Dialog, Popover } from "react-aria-components";
import button from "../../../../parts/button.module.css";
import style from "./emoji.module.css";

const EmojiPicker = lazy(() => import("./picker.tsx"));

type EmojiButtonProps = { label: string; icon: LucideIcon; onChoose: (emoji: string) => void };

/** Opens the emojis, which are loaded then. */
export function EmojiButton({ label, icon: Icon, onChoose }: EmojiButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  return (
    <>
      <Button
        ref={trigger}
        className={`${button.button} ${button.quiet} ${button.icon}`}
        aria-label={label}
        aria-expanded={isOpen}
        onPress={() => setOpen(true)}
      >
        <Icon aria-hidden size="1rem" />
      </Button>
      {isOpen && (
        <Popover
          className={style.popover ?? ""}
          triggerRef={trigger}
          placement="top start"
          offset={4}
          isOpen
          onOpenChange={setOpen}
        >
          <Dialog aria-label={label} className={style.dialog ?? ""}>
            <Suspense fallback={<div className={style.picker} />}>
              <EmojiPicker
                onChoose={(emoji) => {
                  setOpen(false);
                  onChoose(emoji);
                }}
              />
            </Suspense>
          </Dialog>
        </Popover>
      )}
    </>
  );
}
