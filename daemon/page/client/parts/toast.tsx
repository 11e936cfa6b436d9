import { X } from "lucide-react";
import { useEffect, useSyncExternalStore } from "react";
import { Link } from "wouter";
import { WORDS } from "../words.ts";
import { Button, IconButton } from "./button.tsx";
import style from "./toast.module.css";

type Toast = { id: number; text: string; undo?: () => void; href?: string };

const SHOWN_MS = 6000;
const MOST = 3;
let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

/** Says for a moment what was done, with the way back where there is one. */
export function toast(text: string, undo?: () => void): void {
  show(undo === undefined ? { text } : { text, undo });
}

/** Says what did not happen somewhere else, with the way there, until somebody has seen it. */
export function notice(text: string, href: string): void {
  show({ text, href });
}

function show(one: Omit<Toast, "id">): void {
  lastId += 1;
  set([...toasts, { ...one, id: lastId }].slice(-MOST));
}

/** Where toasts are shown, and read aloud. Once, in the shell. */
export function Toasts() {
  const shown = useSyncExternalStore(subscribe, () => toasts);
  return (
    <div className={style.toasts} role="status" aria-live="polite">
      {shown.map((one) => (
        <ToastLine key={one.id} toast={one} />
      ))}
    </div>
  );
}

function ToastLine({ toast: { id, text, undo, href } }: { toast: Toast }) {
  const isBrief = href === undefined;
  useEffect(() => {
    if (!isBrief) return;
    const timer = setTimeout(() => dismiss(id), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [id, isBrief]);
  const takeBack = () => {
    undo?.();
    dismiss(id);
  };
  return (
    <div className={style.toast}>
      <span>{text}</span>
      {undo && <Button onPress={takeBack}>{WORDS.undo}</Button>}
      {href !== undefined && (
        <>
          <Link href={href} onClick={() => set(toasts.filter((one) => one.href !== href))}>
            {WORDS.goThere}
          </Link>
          <IconButton label={WORDS.close} icon={X} onPress={() => dismiss(id)} />
        </>
      )}
    </div>
  );
}

function dismiss(id: number): void {
  set(toasts.filter((one) => one.id !== id));
}

function set(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
