import { WORDS } from "../words.ts";
import style from "./skeleton.module.css";

/** Takes the room of lines that are being read, so that nothing jumps when they come. */
export function Skeleton({ lines = 5 }: { lines?: number }) {
  return (
    <div className={style.skeleton} role="status" aria-label={WORDS.loading}>
      {Array.from({ length: lines }, (_, line) => `line ${line}`).map((name) => (
        <div key={name} className={style.line} />
      ))}
    </div>
  );
}
