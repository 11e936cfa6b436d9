import { Link2 } from "lucide-react";
import { useState } from "react";
import type { RowOf } from "../../api/call.ts";
import { useChange, useList } from "../../api/queries.ts";
import { AsCommand } from "../../parts/as-command.tsx";
import { Button } from "../../parts/button.tsx";
import { Empty } from "../../parts/empty.tsx";
import { ProblemNote } from "../../parts/problem.tsx";
import { ShownOnce } from "../../parts/shown-once.tsx";
import { State, type Tone } from "../../parts/state.tsx";
import { Table } from "../../parts/table.tsx";
import { Time } from "../../parts/time.tsx";
import { toast } from "../../parts/toast.tsx";
import { CHANNELS } from "../../view-words.ts";
import style from "./channels.module.css";

type PairingLink = RowOf<"GET /v1/channels/{id}/links">;

const TONES: Readonly<Record<string, Tone>> = { open: "good", begun: "busy", used: "quiet" };

/** Links by which somebody without an account pairs this number: made, shown once, and revoked. */
export function Links({ channelId }: { channelId: string }) {
  const path = { id: channelId };
  const [url, setUrl] = useState<string | null>(null);
  const links = useList("GET /v1/channels/{id}/links", { path, query: {} });
  const make = useChange("POST /v1/channels/{id}/links", { done: (link) => setUrl(link.url) });
  const add = (
    <Button icon={Link2} isBusy={make.isRunning} onPress={() => void make.run({ path, body: {} })}>
      {CHANNELS.makeLink}
    </Button>
  );
  return (
    <section className={style.block}>
      <header className={style.heading}>
        <h3>{CHANNELS.tabLinks}</h3>
        <AsCommand
          cli={`channels link ${channelId}`}
          route="POST /v1/channels/{id}/links"
          request={{ path, body: {} }}
        />
        {links.rows.length > 0 && add}
      </header>
      <ProblemNote problem={make.problem} />
      <Table
        label={CHANNELS.tabLinks}
        list={links}
        columns={[
          {
            name: CHANNELS.state,
            cell: ({ state }) => (
              <State tone={TONES[state] ?? "quiet"}>{CHANNELS.linkStates[state] ?? state}</State>
            ),
          },
          { name: CHANNELS.linkEnds, cell: ({ expires_at }) => <Time at={expires_at} /> },
          { name: CHANNELS.revokeLink, cell: (link) => <Revoke link={link} /> },
        ]}
        idOf={({ id }) => id}
        empty={
          <Empty title={CHANNELS.noLinks} action={add}>
            {CHANNELS.noLinksText}
          </Empty>
        }
      />
      <ShownOnce title={CHANNELS.link} text={CHANNELS.linkText} secret={url} onClose={() => setUrl(null)} />
    </section>
  );
}

function Revoke({ link: { id: link_id, channel_id: id, state } }: { link: PairingLink }) {
  const revoke = useChange("DELETE /v1/channels/{id}/links/{link_id}", {
    done: () => toast(CHANNELS.linkRevoked),
  });
  if (state === "used") return null;
  return (
    <>
      <Button
        kind="danger"
        isBusy={revoke.isRunning}
        onPress={() => void revoke.run({ path: { id, link_id } })}
      >
        {CHANNELS.revokeLink}
      </Button>
      <ProblemNote problem={revoke.problem} />
    </>
  );
}
