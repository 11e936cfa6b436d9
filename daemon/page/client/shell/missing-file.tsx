import { type ComponentType, type LazyExoticComponent, lazy, useEffect } from "react";
import { toast } from "../parts/toast.tsx";
import { WORDS } from "../words.ts";

/** Whether an error is that a file of the page can't be loaded: after an upgrade, those of the page before are gone. */
export function isMissingFile(cause: unknown): boolean {
  return cause instanceof Error && /dynamically imported module|importing a module/i.test(cause.message);
}

type Closable = { onClose: () => void };

/** Something that opens over the view, loaded when it is first shown. Where that fails it says so, and the view stays. */
export function lazyOver<Props extends Closable>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(() => load().catch(() => ({ default: Missing })));
}

function Missing({ onClose }: Closable) {
  useEffect(() => {
    toast(`${WORDS.upgradedTitle}. ${WORDS.upgradedText}`);
    onClose();
  }, [onClose]);
  return null;
}
