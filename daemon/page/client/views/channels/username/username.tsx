import { useState } from "react";
import type { ResponseOf } from "../../../api/call.ts";
import { useAsk } from "../../../api/queries.ts";
import { useMay } from "../../../api/session.tsx";
import { AsCommand } from "../../../parts/as-command.tsx";
import { Button } from "../../../parts/button.tsx";
import { Id } from "../../../parts/code.tsx";
import { ProblemNote } from "../../../parts/problem.tsx";
import { State } from "../../../parts/state.tsx";
import common from "../../../style/common.module.css";
import { USERNAME } from "../../../view-words.ts";
import style from "../channels.module.css";
import { RemoveUsername } from "./remove-username.tsx";
import { UsernameForm } from "./username-form.tsx";

const ROUTE = "GET /v1/channels/{id}/username";

/** The name by which people find an official number, and what can be done about it. WhatsApp is asked for it. */
export function ChannelUsername({ id }: { id: string }) {
  const request = { path: { id } };
  const mayManage = useMay()("channels:manage");
  const { data, error, refetch } = useAsk(ROUTE, request);
  return (
    <section className={style.block} aria-labelledby="username">
      <header className={style.heading}>
        <h3 id="username">{USERNAME.title}</h3>
        {mayManage && data !== undefined && <Changes id={id} username={data.username} />}
        <AsCommand cli={`channels username get ${id}`} route={ROUTE} request={request} />
      </header>
      {error !== null && <ProblemNote problem={error} onTryAgain={() => void refetch()} />}
      {data !== undefined && <Shown {...data} />}
    </section>
  );
}

function Shown({ username, state }: ResponseOf<typeof ROUTE>) {
  if (username === null) return <p className={common.quiet}>{USERNAME.none}</p>;
  const isReserved = state === "reserved";
  return (
    <>
      <p className={style.score}>
        <Id value={`@${username}`} />
        {state !== null && (
          <State tone={state === "approved" ? "good" : "busy"}>{USERNAME.states[state] ?? state}</State>
        )}
      </p>
      {isReserved && <p className={common.quiet}>{USERNAME.reserved}</p>}
    </>
  );
}

function Changes({ id, username }: { id: string; username: string | null }) {
  const [doing, setDoing] = useState<"set" | "remove" | null>(null);
  const stop = () => setDoing(null);
  return (
    <>
      <Button onPress={() => setDoing("set")}>{USERNAME.set}</Button>
      {username !== null && <Button onPress={() => setDoing("remove")}>{USERNAME.remove}</Button>}
      {doing === "set" && <UsernameForm id={id} before={username ?? ""} onClose={stop} />}
      {doing === "remove" && username !== null && (
        <RemoveUsername id={id} username={username} onClose={stop} />
      )}
    </>
  );
}
