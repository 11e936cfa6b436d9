import { Suspense, useState } from "react";
import { Dialog } from "../parts/dialog.tsx";
import { keyName, useBoundKeys, useKeyListener, useKeys } from "../parts/keys.ts";
import type { View } from "../routes.tsx";
import { WORDS } from "../words.ts";
import style from "./frame.module.css";
import { lazyOver } from "./missing-file.tsx";

const Palette = lazyOver(() => import("./palette.tsx"));

/** The keys that work everywhere: one finds what there is, one shows all keys. */
export function Keys({ views }: { views: readonly View[] }) {
  const [open, setOpen] = useState<"palette" | "help" | null>(null);
  const close = () => setOpen(null);
  useKeyListener();
  useKeys([
    { keys: "mod+k", does: WORDS.keyPalette, run: () => setOpen("palette") },
    { keys: "?", does: WORDS.keyHelp, run: () => setOpen("help") },
  ]);
  const bound = useBoundKeys(open === "help");
  return (
    <>
      {open === "palette" && (
        <Suspense>
          <Palette views={views} onClose={close} />
        </Suspense>
      )}
      <Dialog title={WORDS.keys} isOpen={open === "help"} onClose={close}>
        <dl className={style.keys}>
          {bound.map(({ keys, does }) => (
            <div key={keys}>
              <dt>
                <kbd>{keyName(keys)}</kbd>
              </dt>
              <dd>{does}</dd>
            </div>
          ))}
        </dl>
      </Dialog>
    </>
  );
}
