import { createContext, lazy, type ReactNode, Suspense, useCallback, useContext, useState } from "react";
import { Dialog } from "../../../parts/dialog.tsx";
import { Viewing } from "../../../parts/phone/files/viewing.ts";
import type { Message } from "../types.ts";
import { picturesOf } from "../viewer/pictures.ts";

const Large = lazy(() => import("../viewer/large.tsx"));

/** Shows a picture or video of a message large, by its file's id. */
const View = createContext<((message: Message, id: string) => void) | null>(null);

/** Shows the pictures and videos of a conversation large, one after another, by buttons and arrow keys. */
export function Viewer({ messages, children }: { messages: readonly Message[]; children: ReactNode }) {
  const [key, setKey] = useState<string | null>(null);
  const pictures = key === null ? [] : messages.flatMap(picturesOf);
  const at = pictures.findIndex((one) => one.key === key);
  const go = (by: number) => setKey(pictures[at + by]?.key ?? key);
  const shown = pictures[at];
  const view = useCallback((message: Message, id: string) => {
    setKey(picturesOf(message).find((one) => one.id === id)?.key ?? null);
  }, []);
  return (
    <View value={view}>
      {children}
      <Dialog title={shown?.name ?? ""} isOpen={shown !== undefined} onClose={() => setKey(null)} isWhole>
        {shown !== undefined && (
          <Suspense>
            <Large
              picture={shown}
              onBefore={at > 0 ? () => go(-1) : null}
              onNext={at < pictures.length - 1 ? () => go(1) : null}
            />
          </Suspense>
        )}
      </Dialog>
    </View>
  );
}

/** What is pressed in it is shown large. */
export function Viewable({ message, children }: { message: Message; children: ReactNode }) {
  const view = useContext(View);
  return (
    <Viewing value={useCallback((id: string) => view?.(message, id), [view, message])}>{children}</Viewing>
  );
}
