import { useInput } from "ink";
import { ListenView, type ListenViewProps } from "./view.tsx";

/** Receives what is typed. */
export type Input = (
  typed: string,
  key: { upArrow: boolean; downArrow: boolean; return: boolean; escape: boolean; ctrl: boolean },
) => void;

/** The view, with somebody at the keys. */
export function TypedListenView({ onInput, ...props }: ListenViewProps & { onInput: Input }) {
  useInput(onInput);
  return <ListenView {...props} />;
}
