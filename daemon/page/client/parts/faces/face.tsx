import { UserRound } from "lucide-react";
import style from "./face.module.css";
import type { Face as Shown } from "./faces.ts";

/** Somebody's letters in their colour, beside their name. */
export function Face({ face: { letters, colour } }: { face: Shown }) {
  return (
    <span className={`${style.face} ${style[`face${colour}`]}`} aria-hidden>
      {letters === "" ? <UserRound size="1.125rem" /> : letters}
    </span>
  );
}
