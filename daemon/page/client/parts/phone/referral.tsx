import { Megaphone } from "lucide-react";
import { PHONE } from "../../view-words.ts";
import style from "./phone.module.css";
import { type Json, textAt, webAddress } from "./read.ts";

/** The advertisement or post that made somebody write. Its picture is at another host, which is not asked for it. */
export function Referral({ referral }: { referral: Json }) {
  const headline = textAt(referral, "headline", "body", "source_url", "source_id");
  if (headline === null) return null;
  const address = webAddress(textAt(referral, "source_url"));
  const body = textAt(referral, "body");
  const inside = (
    <>
      <Megaphone aria-hidden size="1.25rem" />
      <span>
        <span className={style.small}>
          {textAt(referral, "source_type") === "post" ? PHONE.fromPost : PHONE.fromAd}
        </span>
        <bdi className={style.title}>{headline}</bdi>
        {body !== null && body !== headline && <bdi className={style.small}>{body}</bdi>}
        {address !== null && <bdi className={style.small}>{address.host}</bdi>}
      </span>
    </>
  );
  if (address === null) return <span className={style.card}>{inside}</span>;
  return (
    <a className={style.card} href={address.href} target="_blank" rel="noopener noreferrer nofollow">
      {inside}
    </a>
  );
}
