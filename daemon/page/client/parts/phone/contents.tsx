import { Forward } from "lucide-react";
import { PHONE } from "../../view-words.ts";
import type { Drawn } from "./drawn.ts";
import { kindOf } from "./kinds.ts";
import style from "./phone.module.css";
import { objectOf } from "./read.ts";
import { Referral } from "./referral.tsx";

/** What stands in a bubble: where the person came from, whether it was forwarded, and the message itself. */
export function Contents({ type, ...drawn }: Drawn & { type: string }) {
  const { content } = drawn;
  const { Draw } = kindOf(type);
  if (Object.keys(content).length === 0) return <p className={style.small}>{drawn.text ?? PHONE.nothing}</p>;
  const { forwarded, frequently_forwarded: often } = objectOf(content.context);
  return (
    <>
      <Referral referral={objectOf(content.referral)} />
      {(forwarded === true || often === true) && (
        <p className={style.mark}>
          <Forward aria-hidden size="0.875rem" /> {often === true ? PHONE.forwardedOften : PHONE.forwarded}
        </p>
      )}
      <Draw {...drawn} />
    </>
  );
}
