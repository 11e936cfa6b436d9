import { useEffect, useRef, useState } from "react";

/** A key and what it does, in words for the list of keys. `mod+k` is ⌘K or Ctrl-K; others work outside of fields. */
export type KeyBinding = { keys: string; does: string; run: () => void };

const bindings = new Set<KeyBinding>();

/** Binds keys while the component is there. Those that were bound last win. */
export function useKeys(wanted: readonly KeyBinding[]): void {
  const current = useRef(wanted);
  current.current = wanted;
  const names = wanted.map(({ keys }) => keys).join(" ");
  // biome-ignore lint/correctness/useExhaustiveDependencies: bound again only when there are other keys
  useEffect(() => {
    const bound = current.current.map(({ keys, does }) => ({
      keys,
      does,
      run: () => current.current.find((one) => one.keys === keys)?.run(),
    }));
    for (const binding of bound) bindings.add(binding);
    return () => {
      for (const binding of bound) bindings.delete(binding);
    };
  }, [names]);
}

/** Does what a key does, for the button that does the same. */
export function runKey(keys: string): void {
  [...bindings].findLast((one) => one.keys === keys)?.run();
}

/** A key as people know it: `⌘K` or `Ctrl K`. */
export function keyName(keys: string): string {
  const isMac = /mac/i.test(navigator.userAgent);
  return keys
    .replace("mod+", isMac ? "⌘" : "Ctrl ")
    .replace(/(?<![a-z])[a-z]$/, (key) => (keys.length > 1 ? key.toUpperCase() : key));
}

/** Listens for all keys that are bound. Once, in the shell. */
export function useKeyListener(): void {
  useEffect(() => {
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
}

/** The keys that are bound when `isShown` becomes true. */
export function useBoundKeys(isShown: boolean): readonly KeyBinding[] {
  const [shown, setShown] = useState<readonly KeyBinding[]>([]);
  useEffect(() => {
    if (isShown) setShown([...new Map([...bindings].map((one) => [one.keys, one])).values()]);
  }, [isShown]);
  return shown;
}

function onKeyDown(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return;
  const name = nameOf(event);
  if (!name.startsWith("mod+") && (event.altKey || isTyping(event.target) || isUnderDialog())) return;
  const binding = [...bindings].findLast((one) => one.keys === name);
  if (binding === undefined) return;
  event.preventDefault();
  binding.run();
}

function nameOf({ key, metaKey, ctrlKey }: KeyboardEvent): string {
  return metaKey || ctrlKey ? `mod+${key.toLowerCase()}` : key;
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && target.closest("input, textarea, select, [contenteditable]") !== null
  );
}

function isUnderDialog(): boolean {
  return document.querySelector("[role=dialog], [role=alertdialog], [role=menu], [role=listbox]") !== null;
}
