import { Circle, Square } from "lucide-react";
import { PHONE } from "../../../view-words.ts";
import type { Drawn } from "../drawn.ts";
import style from "../phone.module.css";
import { textAt } from "../read.ts";

/** A question with its options, and who chose each as far as it is known. */
export function Poll({ content, votes = new Map() }: Drawn) {
  const options = Array.isArray(content.options)
    ? content.options.filter((one) => typeof one === "string")
    : [];
  const isOne = content.selectable_count === undefined || content.selectable_count === 1;
  const Box = isOne ? Circle : Square;
  const most = Math.max(1, ...options.map((option) => votes.get(option)?.length ?? 0));
  return (
    <>
      <p className={style.title} dir="auto">
        {textAt(content, "question")}
      </p>
      <p className={style.small}>{isOne ? PHONE.one : PHONE.several}</p>
      <ul className={style.rows}>
        {options.map((option, at) => {
          const voters = votes.get(option) ?? [];
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: options may be the same while they are written
            <li key={at}>
              <Box aria-hidden size="1rem" />
              <span className={style.option}>
                <bdi>{option}</bdi>
                {voters.length > 0 && (
                  <>
                    <span title={voters.join(", ")}>{PHONE.votes(voters.length)}</span>
                    <meter max={most} value={voters.length} aria-hidden />
                  </>
                )}
              </span>
            </li>
          );
        })}
      </ul>
    </>
  );
}
