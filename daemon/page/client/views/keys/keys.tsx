import { Plus } from "lucide-react";
import { useState } from "react";
import { useParams } from "wouter";
import { useList } from "../../api/queries.ts";
import { AsCommand, WAYPOST_URL } from "../../parts/as-command.tsx";
import { Button } from "../../parts/button.tsx";
import { Code } from "../../parts/code.tsx";
import { Empty } from "../../parts/empty.tsx";
import { Header } from "../../parts/header.tsx";
import { ShownOnce } from "../../parts/shown-once.tsx";
import { Split } from "../../parts/split.tsx";
import { type Column, Table } from "../../parts/table.tsx";
import { Time } from "../../parts/time.tsx";
import { KEYS } from "../../view-words.ts";
import { type Key, summaryOf } from "./key.ts";
import { KeyDetail } from "./key-detail.tsx";
import { KeyForm } from "./key-form.tsx";

const COLUMNS: readonly Column<Key>[] = [
  { name: KEYS.name, cell: ({ name }) => name },
  { name: KEYS.key, cell: ({ prefix, last4 }) => <code>{`${prefix}…${last4}`}</code> },
  { name: KEYS.permissions, cell: summaryOf, isExtra: true },
  {
    name: KEYS.lastUsed,
    cell: ({ last_used_at }) => (last_used_at === null ? KEYS.never : <Time at={last_used_at} />),
  },
  {
    name: KEYS.expires,
    cell: ({ expires_at }) => (expires_at === null ? KEYS.never : <Time at={expires_at} />),
    isExtra: true,
  },
];

/** The keys that programs call the API with. */
export default function Keys() {
  const { id } = useParams<{ id?: string }>();
  const [isCreating, setCreating] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const keys = useList("GET /v1/api-keys", { query: {} });
  const create = (
    <Button kind="main" icon={Plus} onPress={() => setCreating(true)}>
      {KEYS.create}
    </Button>
  );
  const chosen = keys.rows.find((key) => key.id === id);
  const list = (
    <>
      <Header
        title={KEYS.title}
        actions={
          <>
            <AsCommand cli="keys list" route="GET /v1/api-keys" request={{ query: {} }} />
            {create}
          </>
        }
      />
      <Table
        label={KEYS.title}
        list={keys}
        columns={COLUMNS}
        idOf={(key) => key.id}
        hrefOf={(key) => `/settings/keys/${key.id}`}
        chosen={id}
        empty={
          <Empty title={KEYS.emptyTitle} action={create}>
            {KEYS.emptyText}
          </Empty>
        }
      />
      {isCreating && <KeyForm onCreated={setSecret} onClose={() => setCreating(false)} />}
      <ShownOnce
        title={KEYS.shownTitle}
        text={KEYS.shownText}
        secret={secret}
        onClose={() => setSecret(null)}
      >
        <Code label={KEYS.tryIt}>{`curl -H 'x-api-key: ${secret ?? ""}' ${WAYPOST_URL}/v1/auth/me`}</Code>
      </ShownOnce>
    </>
  );
  return (
    <Split
      list={list}
      detail={chosen === undefined ? null : <KeyDetail key={chosen.id} shown={chosen} onSecret={setSecret} />}
    />
  );
}
