import { Plus } from "lucide-react";
import { useState } from "react";
import { useParams } from "wouter";
import { useAsk } from "../../api/queries.ts";
import { AsCommand } from "../../parts/as-command.tsx";
import { Button } from "../../parts/button.tsx";
import { Empty } from "../../parts/empty.tsx";
import { Header } from "../../parts/header.tsx";
import { Split } from "../../parts/split.tsx";
import { State } from "../../parts/state.tsx";
import { type Column, Table } from "../../parts/table.tsx";
import { Time } from "../../parts/time.tsx";
import { WEBHOOKS } from "../../view-words.ts";
import { EndpointDetail } from "./endpoint-detail.tsx";
import { EndpointForm } from "./endpoint-form.tsx";
import { Kinds } from "./kinds.tsx";
import { SecretShown } from "./secret-shown.tsx";
import { ENDPOINT_TONES, type Endpoint, stateOf } from "./states.ts";

const COLUMNS: readonly Column<Endpoint>[] = [
  { name: WEBHOOKS.address, cell: ({ url }) => url },
  {
    name: WEBHOOKS.state,
    cell: (endpoint) => {
      const state = stateOf(endpoint);
      return <State tone={ENDPOINT_TONES[state]}>{WEBHOOKS.states[state]}</State>;
    },
  },
  {
    name: WEBHOOKS.events,
    cell: ({ filterTypes }) =>
      filterTypes === null ? WEBHOOKS.allEvents : WEBHOOKS.eventCount(filterTypes.length),
    isExtra: true,
  },
  { name: WEBHOOKS.changed, cell: ({ updated_at }) => <Time at={updated_at} />, isExtra: true },
];

/** The addresses that events are posted to, each with its health. */
export default function Endpoints() {
  const { id } = useParams<{ id?: string }>();
  const [isAdding, setAdding] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const { data, error, isPending, refetch } = useAsk("GET /v1/settings/developer/webhooks", {});
  const rows = data?.data ?? [];
  const add = (
    <Button kind="main" icon={Plus} onPress={() => setAdding(true)}>
      {WEBHOOKS.add}
    </Button>
  );
  const list = (
    <>
      <Header
        title={WEBHOOKS.title}
        actions={
          <>
            <AsCommand cli="endpoints list" route="GET /v1/settings/developer/webhooks" request={{}} />
            {add}
          </>
        }
      />
      <Kinds />
      <Table
        label={WEBHOOKS.endpoints}
        list={{ rows, problem: error, isPending, refresh: () => void refetch() }}
        columns={COLUMNS}
        idOf={(row) => row.id}
        hrefOf={(row) => `/webhooks/${row.id}`}
        chosen={id}
        empty={
          <Empty title={WEBHOOKS.emptyTitle} action={add}>
            {WEBHOOKS.emptyText}
          </Empty>
        }
      />
      {isAdding && data && (
        <EndpointForm
          endpoint={null}
          eventTypes={data.event_types}
          formats={data.formats}
          onSaved={setSecret}
          onClose={() => setAdding(false)}
        />
      )}
      <SecretShown secret={secret} onClose={() => setSecret(null)} />
    </>
  );
  const detail =
    id === undefined ? null : (
      <EndpointDetail key={id} id={id} eventTypes={data?.event_types ?? []} onSecret={setSecret} />
    );
  return <Split list={list} detail={detail} />;
}
