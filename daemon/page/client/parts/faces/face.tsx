import { UserRound } from "lucide-react";
import style from "./face.module.css";
import type { Face as Shown } from "./faces.ts";
import { noteSeen, pictureAddress, useIsSeen } from "./seen-pictures.ts";

type FaceProps = {
  face: Shown;
  contactId: string | null;
  /** Whether their picture is asked for: WhatsApp gives few. Otherwise it is shown once it was. */
  asks?: boolean;
};

/** Somebody's picture, or their letters in their colour, beside their name. */
export function Face({ face: { letters, colour }, contactId, asks = false }: FaceProps) {
  const isSeen = useIsSeen(contactId);
  return (
    <span className={`${style.face} ${style[`face${colour}`]}`} aria-hidden>
      {letters === "" ? <UserRound size="1.125rem" /> : letters}
      {contactId !== null && (asks || isSeen) && (
        <img
          src={pictureAddress(contactId)}
          // nothing is drawn over the letters where there is none
          alt=""
          onLoad={() => noteSeen(contactId, true)}
          onError={() => noteSeen(contactId, false)}
        />
      )}
    </span>
  );
}
