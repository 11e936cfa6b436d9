import { Marked } from "../../parts/phone/marked.tsx";
import { Skeleton } from "../../parts/skeleton.tsx";
import { BROADCASTS } from "../../view-words.ts";
import style from "./broadcasts.module.css";
import type { Preview } from "./use-preview.ts";

/** Who would get a draft, why others not, what it takes, and the first messages. */
export function PreviewShown({ preview }: { preview: Preview | null }) {
  if (preview === null) return <Skeleton />;
  const { audience, sendable, skipped, refused, unchecked, samples, seconds, cost, next_cursor } = preview;
  return (
    <section className={style.block} aria-label={BROADCASTS.previewTitle}>
      <p className={style.done} role="status">
        {next_cursor === null ? BROADCASTS.sendable(sendable, audience) : BROADCASTS.counting(audience)}
      </p>
      {skipped.length > 0 && (
        <dl className={style.counts}>
          {skipped.map(({ reason, count }) => (
            <div key={reason}>
              <dt>
                {BROADCASTS.skipped}: {BROADCASTS.skipReasons[reason] ?? reason}
              </dt>
              <dd>{BROADCASTS.count(count)}</dd>
            </div>
          ))}
        </dl>
      )}
      {refused > 0 && <p>{BROADCASTS.refused(refused)}</p>}
      {unchecked > 0 && <p>{BROADCASTS.unchecked(unchecked)}</p>}
      <p>
        {BROADCASTS.takes(seconds)} {cost !== null && BROADCASTS.cost(cost.amount, cost.currency)}
      </p>
      {samples.length > 0 && (
        <>
          <h3>{BROADCASTS.samples}</h3>
          <ul className={style.samples}>
            {samples.map(({ rendered }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: samples may be the same
              <li key={at}>
                <Marked>{rendered}</Marked>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
