import { useState } from "react";
import type { ResponseOf } from "../../api/call.ts";
import { useAsk, useChange } from "../../api/queries.ts";
import { type ApiDocument, bodySchema, useApiDocument } from "../../api/schemas.ts";
import { useMay, useMe } from "../../api/session.tsx";
import { AsCommand } from "../../parts/as-command.tsx";
import { Id } from "../../parts/code.tsx";
import { Form, Stack } from "../../parts/fields/form.tsx";
import { Header } from "../../parts/header.tsx";
import { ProblemNote } from "../../parts/problem.tsx";
import { SchemaForm } from "../../parts/schema/form.tsx";
import { Skeleton } from "../../parts/skeleton.tsx";
import { Facts, Split } from "../../parts/split.tsx";
import { toast } from "../../parts/toast.tsx";
import { ORGANIZATION } from "../../words.ts";

const UPDATE = "PATCH /v1/settings/contacts";
type Settings = ResponseOf<"GET /v1/settings/contacts">;

/** What holds for all contacts of the organisation. */
export default function Organization() {
  const { organization_id } = useMe();
  const { data, error, refetch } = useAsk("GET /v1/settings/contacts", {});
  const { document, problem } = useApiDocument(UPDATE);
  const content = (
    <>
      <Header
        title={ORGANIZATION.title}
        actions={<AsCommand cli={null} route="GET /v1/settings/contacts" request={{}} />}
      />
      <Stack>
        <Facts facts={[[ORGANIZATION.id, <Id key="id" value={organization_id} />]]} />
        <h2>{ORGANIZATION.contacts}</h2>
        <p>{ORGANIZATION.text}</p>
        <ProblemNote problem={error ?? problem} onTryAgain={() => void refetch()} />
        {data === undefined || document === undefined ? (
          <Skeleton />
        ) : (
          <ContactSettings before={data} document={document} />
        )}
      </Stack>
    </>
  );
  return <Split list={content} detail={null} />;
}

function ContactSettings({ before, document }: { before: Settings; document: ApiDocument }) {
  const [settings, setSettings] = useState<unknown>(before);
  const may = useMay();
  const update = useChange(UPDATE, { done: () => toast(ORGANIZATION.saved) });
  const schema = bodySchema(document, UPDATE);
  if (schema === undefined || !may("contacts:write")) return null;
  const body = settings as Settings;
  return (
    <Form
      action={ORGANIZATION.save}
      onSubmit={() => void update.run({ body })}
      problem={update.problem}
      isBusy={update.isRunning}
      aside={<AsCommand cli={null} route={UPDATE} request={{ body }} />}
    >
      <SchemaForm
        document={document}
        schema={schema}
        value={settings}
        onChange={setSettings}
        problem={update.problem}
      />
    </Form>
  );
}
