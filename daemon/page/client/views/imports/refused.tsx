import { Download } from "lucide-react";
import { download } from "../../api/download.ts";
import { inItsOrder } from "../../api/unseen.ts";
import { AsCommand } from "../../parts/as-command.tsx";
import { Menu } from "../../parts/menu.tsx";
import { State } from "../../parts/state.tsx";
import common from "../../style/common.module.css";
import { IMPORTS } from "../../view-words.ts";
import style from "./imports.module.css";
import { type ContactImport, wrongIn } from "./states.ts";

const ROUTE = "GET /v1/contacts/imports/{id}/refused";
const FORMATS = ["csv", "ndjson"] as const;

/** The lines that were refused, or taken without a value, and all of them as a file. */
export function Refused({ job }: { job: ContactImport }) {
  const { id, refused_lines: lines } = job;
  if (lines.length === 0) return null;
  return (
    <section className={common.block}>
      <div className={common.heading}>
        <h3>{IMPORTS.refused}</h3>
        <span className={style.end}>
          <AsCommand
            cli={`imports refused ${id} > refused.csv`}
            route={ROUTE}
            request={{ path: { id }, query: {} }}
          />
          <Menu
            label={IMPORTS.refusedFile}
            entries={FORMATS.map((format) => ({
              label: IMPORTS.refusedAsFile[format],
              onPress: () => download(ROUTE, { path: { id }, query: { format } }),
            }))}
          >
            <Download aria-hidden size="1rem" />
            {IMPORTS.refusedFile}
          </Menu>
        </span>
      </div>
      <p className={common.quiet}>{IMPORTS.refusedText(lines.length, wrongIn(job))}</p>
      <ul className={style.lines}>
        {lines.map(({ line, detail, record, imported }) => (
          <li key={`${line} ${detail}`}>
            <span className={style.line}>
              {IMPORTS.line} {line}
            </span>
            <div className={style.became}>
              <State tone={imported ? "warn" : "bad"}>
                {detail}
                {imported && <span className={common.quiet}>({IMPORTS.imported})</span>}
              </State>
              <code className={style.record}>{inItsOrder(record)}</code>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
