import { countryAndCode } from "../../parts/fields/countries.ts";
import { State } from "../../parts/state.tsx";
import common from "../../style/common.module.css";
import { IMPORTS } from "../../view-words.ts";
import style from "./imports.module.css";
import type { ContactImport } from "./states.ts";

type AmbiguousProps = {
  numbers: ContactImport["ambiguous_numbers"];
  country: string | null;
  /** How many records were looked at, where it was not all of them. */
  lookedAt?: number;
};

/** The numbers that could be of another country: how many, and what the first of them became. */
export function Ambiguous({ numbers: { count, examples }, country, lookedAt }: AmbiguousProps) {
  return (
    <section className={common.block}>
      <State tone="warn">{IMPORTS.ambiguous(count)}</State>
      <p className={common.quiet}>
        {lookedAt !== undefined && `${IMPORTS.lookedAt(lookedAt)}. `}
        {country !== null && IMPORTS.ambiguousOf(countryAndCode(country))}
      </p>
      <ul className={style.lines}>
        {examples.map(({ line, written, taken, other }) => (
          <li key={line + written}>
            <span className={style.line}>
              {IMPORTS.line} {line}
            </span>
            <span>{IMPORTS.ambiguousOne(written, taken, other)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
