import { FlaskConical } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Link, useLocation } from "wouter";
import { useAsk, useChange } from "../../api/queries.ts";
import { AsCommand } from "../../parts/as-command.tsx";
import { Button } from "../../parts/button.tsx";
import { Id } from "../../parts/code.tsx";
import { DetailOf } from "../../parts/detail-of.tsx";
import { Confirm } from "../../parts/dialog.tsx";
import { Menu } from "../../parts/menu.tsx";
import { Named } from "../../parts/names.tsx";
import { ProblemNote } from "../../parts/problem.tsx";
import { Detail, Facts } from "../../parts/split.tsx";
import { State } from "../../parts/state.tsx";
import { Time } from "../../parts/time.tsx";
import { toast } from "../../parts/toast.tsx";
import { WEBHOOKS } from "../../view-words.ts";
import { WORDS } from "../../words.ts";
import { EndpointForm } from "./endpoint-form.tsx";
import { RotateSecret } from "./rotate-secret.tsx";
import { ENDPOINT_TONES, type Endpoint, stateOf } from "./states.ts";
import { LOOKED_AT, troubleOf } from "./trouble.ts";

type EndpointDetailProps = {
  id: string;
  eventTypes: readonly string[];
  onSecret: (secret: string | null) => void;
};

/** One endpoint: how it fares, what it gets, and what can be done about it. */
export function EndpointDetail({ id, ...rest }: EndpointDetailProps) {
  const asked = useAsk("GET /v1/settings/developer/webhooks/endpoints/{id}", { path: { id } });
  return (
    <DetailOf asked={asked} id={id} back="/webhooks">
      {(endpoint) => <Shown endpoint={endpoint} {...rest} />}
    </DetailOf>
  );
}

const ATTEMPTS = "GET /v1/settings/developer/webhooks/deliveries";

type Doing = "edit" | "rotate" | "remove";

function Shown({ endpoint, eventTypes, onSecret }: Omit<EndpointDetailProps, "id"> & { endpoint: Endpoint }) {
  const { id, url, enabled } = endpoint;
  const [doing, setDoing] = useState<Doing | null>(null);
  const [, go] = useLocation();
  const stop = () => setDoing(null);
  const attempts = useAsk(ATTEMPTS, { query: { endpoint_id: id, limit: LOOKED_AT } });
  const trouble = troubleOf(endpoint, attempts.data?.data);
  const touches = ["/v1/overview"];
  const test = useChange("POST /v1/settings/developer/webhooks/endpoints/{id}/test", {
    done: (delivery) => {
      toast(WEBHOOKS.testSent);
      go(`/webhooks/deliveries/${delivery.id}`);
    },
  });
  const enable = useChange("PATCH /v1/settings/developer/webhooks/endpoints/{id}", { touches });
  const remove = useChange("DELETE /v1/settings/developer/webhooks/endpoints/{id}", {
    done: () => {
      toast(WEBHOOKS.removed);
      go("/webhooks");
    },
    touches,
  });
  async function setEnabled(isOn: boolean) {
    const changed = await enable.run({ path: { id }, body: { enabled: isOn } });
    if (changed !== null) toast(isOn ? WEBHOOKS.resumed : WEBHOOKS.paused, () => void setEnabled(!isOn));
  }
  const actions = (
    <>
      <AsCommand
        cli={`endpoints get ${id}`}
        route="GET /v1/settings/developer/webhooks/endpoints/{id}"
        request={{ path: { id } }}
      />
      {enabled ? (
        <Button
          icon={FlaskConical}
          isBusy={test.isRunning}
          onPress={() => void test.run({ path: { id }, body: {} })}
        >
          {WEBHOOKS.test}
        </Button>
      ) : (
        <Button kind="main" isBusy={enable.isRunning} onPress={() => void setEnabled(true)}>
          {WEBHOOKS.resume}
        </Button>
      )}
      <Menu
        label={WEBHOOKS.actions}
        entries={[
          { label: WEBHOOKS.edit, onPress: () => setDoing("edit") },
          { label: WEBHOOKS.rotate, onPress: () => setDoing("rotate") },
          enabled && { label: WEBHOOKS.pause, onPress: () => void setEnabled(false) },
          { label: WEBHOOKS.remove, isDanger: true, onPress: () => setDoing("remove") },
        ]}
      />
    </>
  );
  return (
    <Detail title={url} back="/webhooks" actions={actions}>
      <ProblemNote problem={test.problem ?? enable.problem ?? remove.problem} />
      {trouble !== null && (
        <p role="status">
          {trouble}{" "}
          {trouble !== WEBHOOKS.neverCalled && (
            <Link href={`/webhooks/deliveries?endpoint_id=${id}&status=failed`}>{WEBHOOKS.seeFailed}</Link>
          )}
        </p>
      )}
      <Facts facts={factsOf(endpoint)} />
      <p>
        <Link href={`/webhooks/deliveries?endpoint_id=${id}`}>{WEBHOOKS.itsDeliveries}</Link>
      </p>
      {doing === "edit" && (
        <EndpointForm {...{ endpoint, eventTypes }} formats={[]} onSaved={onSecret} onClose={stop} />
      )}
      {doing === "rotate" && <RotateSecret id={id} onSecret={onSecret} onClose={stop} />}
      <Confirm
        title={WEBHOOKS.remove}
        action={WEBHOOKS.remove}
        isOpen={doing === "remove"}
        isBusy={remove.isRunning}
        onConfirm={() => void remove.run({ path: { id } })}
        onClose={stop}
      >
        <p>{WEBHOOKS.removeText}</p>
      </Confirm>
    </Detail>
  );
}

function factsOf(endpoint: Endpoint): [string, ReactNode][] {
  const state = stateOf(endpoint);
  const { filterTypes, channels, headers, include, format } = endpoint;
  return [
    [
      WEBHOOKS.state,
      <State key="state" tone={ENDPOINT_TONES[state]}>
        {WEBHOOKS.states[state]}
      </State>,
    ],
    [WEBHOOKS.disabledBecause, endpoint.disabled_reason],
    [WEBHOOKS.failingSince, endpoint.failing_since && <Time at={endpoint.failing_since} />],
    [WEBHOOKS.resumesAt, endpoint.resumes_at && <Time at={endpoint.resumes_at} />],
    [WEBHOOKS.description, endpoint.description],
    [WEBHOOKS.events, filterTypes === null ? WEBHOOKS.allEvents : filterTypes.join(", ")],
    [
      WEBHOOKS.channels,
      channels === null ? WEBHOOKS.allChannels : channels.map((id) => <Named key={id} id={id} />),
    ],
    [WEBHOOKS.include, include?.map((name) => WEBHOOKS.includes[name]).join(", ")],
    [WEBHOOKS.fileBytes, endpoint.file_bytes],
    [WEBHOOKS.format, format === "waypost" ? null : (WEBHOOKS.formats[format] ?? format)],
    [WEBHOOKS.formatEvents, endpoint.format_events?.join(", ")],
    [WEBHOOKS.headers, Object.keys(headers).join(", ")],
    [WEBHOOKS.rate, endpoint.rate_per_second],
    [WEBHOOKS.concurrency, endpoint.concurrency],
    [WEBHOOKS.createdBy, endpoint.created_by && <Named id={endpoint.created_by} />],
    [WORDS.id, <Id key="id" value={endpoint.id} />],
    [WEBHOOKS.changed, <Time key="changed" at={endpoint.updated_at} />],
  ];
}
