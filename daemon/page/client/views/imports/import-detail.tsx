import { useState } from "react";
import { Link } from "wouter";
import { number } from "../../../languages/forms.ts";
import { useAsk } from "../../api/queries.ts";
import { useMay } from "../../api/session.tsx";
import { AsCommand } from "../../parts/as-command.tsx";
import { Button } from "../../parts/button.tsx";
import { Id } from "../../parts/code.tsx";
import { DetailOf } from "../../parts/detail-of.tsx";
import { countryAndCode } from "../../parts/fields/countries.ts";
import { Stack } from "../../parts/fields/form.tsx";
import { Progress } from "../../parts/files/progress.tsx";
import { sizeInWords } from "../../parts/files/sizes.ts";
import { sentence } from "../../parts/problem.tsx";
import { Detail, Facts } from "../../parts/split.tsx";
import { State } from "../../parts/state.tsx";
import { Time } from "../../parts/time.tsx";
import common from "../../style/common.module.css";
import { IMPORTS } from "../../view-words.ts";
import { WORDS } from "../../words.ts";
import { Ambiguous } from "./ambiguous.tsx";
import { CancelImport } from "./cancel-import.tsx";
import { fieldName } from "./field-name.ts";
import style from "./imports.module.css";
import { canBeChecked, NumberCheck } from "./number-check.tsx";
import { Refused } from "./refused.tsx";
import { type ContactImport, hasEnded, TONES } from "./states.ts";

/** One import: how far it is, what it counted, and what was wrong. */
export function ImportDetail({ id, canRepeat }: { id: string; canRepeat: boolean }) {
  const asked = useAsk("GET /v1/contacts/imports/{id}", { path: { id } });
  return (
    <DetailOf asked={asked} id={id} back="/contacts/imports">
      {(job) => <Shown job={job} canRepeat={canRepeat} />}
    </DetailOf>
  );
}

function Shown({ job, canRepeat }: { job: ContactImport; canRepeat: boolean }) {
  const [isCancelling, setCancelling] = useState(false);
  const may = useMay();
  const mayChange = may("contacts:write");
  const { id, status, dry_run, error, file_name, ambiguous_numbers } = job;
  const actions = (
    <>
      <AsCommand cli={`imports get ${id}`} route="GET /v1/contacts/imports/{id}" request={{ path: { id } }} />
      {mayChange && !hasEnded(job) && <Button onPress={() => setCancelling(true)}>{IMPORTS.cancel}</Button>}
    </>
  );
  return (
    <Detail title={file_name ?? id} back="/contacts/imports" actions={actions}>
      <Stack>
        <div className={style.standing} role="status">
          <State tone={TONES[status] ?? "quiet"}>{IMPORTS.statuses[status] ?? status}</State>
          {dry_run && <p className={common.quiet}>{IMPORTS.dryRunText}</p>}
          {error !== null && (
            <State tone="bad">
              {IMPORTS.failed}: {error}
            </State>
          )}
          {dry_run && canRepeat && hasEnded(job) && (
            <Link href="/contacts/imports/new">{IMPORTS.importNow}</Link>
          )}
          {status === "completed" && !dry_run && may("broadcasts:manage") && (
            <Link href={`/broadcasts?import_id=${id}`}>{IMPORTS.broadcast}</Link>
          )}
        </div>
        {status === "running" && <Running job={job} />}
        <Facts facts={countsOf(job)} />
        {ambiguous_numbers.count > 0 && (
          <Ambiguous numbers={ambiguous_numbers} country={job.default_country} />
        )}
        {job.warnings.map(({ detail }) => (
          <State key={detail} tone="warn">
            {sentence(detail)}
          </State>
        ))}
        <Refused job={job} />
        {mayChange && canBeChecked(job) && <NumberCheck id={id} />}
        <AboutFile job={job} />
      </Stack>
      {isCancelling && !hasEnded(job) && <CancelImport id={id} onClose={() => setCancelling(false)} />}
    </Detail>
  );
}

function Running({ job: { bytes, bytes_done, records } }: { job: ContactImport }) {
  return (
    <Progress
      label={IMPORTS.progress}
      share={bytes === 0 ? 0 : bytes_done / bytes}
      detail={IMPORTS.progressDetail(records, sizeInWords(bytes_done), sizeInWords(bytes))}
    />
  );
}

/** The counts of which there are any; how many records were read always. */
function countsOf(job: ContactImport) {
  const names = Object.keys(IMPORTS.counts) as (keyof typeof IMPORTS.counts)[];
  return names
    .filter((name) => name === "records" || job[name] > 0)
    .map((name) => [IMPORTS.counts[name], number(job[name])] as const);
}

function AboutFile({ job }: { job: ContactImport }) {
  const { id, format, encoding, bytes, default_country, on_error, columns } = job;
  return (
    <section className={common.block}>
      <h3>{IMPORTS.about}</h3>
      <Facts
        facts={[
          [IMPORTS.format, `${IMPORTS.formats[format] ?? format}, ${encoding}`],
          [IMPORTS.size, sizeInWords(bytes)],
          [IMPORTS.country, default_country === null ? null : countryAndCode(default_country)],
          [IMPORTS.onError, IMPORTS.onErrors.find(({ value }) => value === on_error)?.label],
          [IMPORTS.begun, job.started_at && <Time key="begun" at={job.started_at} />],
          [IMPORTS.ended, job.finished_at && <Time key="ended" at={job.finished_at} />],
          [WORDS.id, <Id key="id" value={id} />],
        ]}
      />
      {columns.length > 0 && (
        <>
          <h3>{IMPORTS.columns}</h3>
          <Facts
            facts={columns.map(({ header, field }) => [
              header,
              field === null ? IMPORTS.ignored : fieldName(field),
            ])}
          />
        </>
      )}
    </section>
  );
}
