import { useState } from "react";
import type { ResponseOf } from "../../../api/call.ts";
import { useAsk } from "../../../api/queries.ts";
import { addressOf } from "../../../api/root.ts";
import { useMay } from "../../../api/session.tsx";
import { AsCommand } from "../../../parts/as-command.tsx";
import { Button } from "../../../parts/button.tsx";
import { ProblemNote } from "../../../parts/problem.tsx";
import common from "../../../style/common.module.css";
import { PROFILE } from "../../../view-words.ts";
import style from "../channels.module.css";
import { ProfileForm } from "./profile-form.tsx";

const ROUTE = "GET /v1/channels/{id}/profile";

/** What a paired number shows of itself, and the way to change it. WhatsApp is asked for it. */
export function ChannelProfile({ id }: { id: string }) {
  const [changes, setChanges] = useState(false);
  const request = { path: { id } };
  const mayManage = useMay()("channels:manage");
  const { data, error, refetch } = useAsk(ROUTE, request);
  return (
    <section className={style.block} aria-labelledby="profile">
      <header className={style.heading}>
        <h3 id="profile">{PROFILE.title}</h3>
        {mayManage && data !== undefined && (
          <Button onPress={() => setChanges(true)}>{PROFILE.change}</Button>
        )}
        <AsCommand cli={`channels profile get ${id}`} route={ROUTE} request={request} />
      </header>
      {error !== null && <ProblemNote problem={error} onTryAgain={() => void refetch()} />}
      {data !== undefined && <Shown id={id} profile={data} />}
      {changes && data !== undefined && (
        <ProfileForm id={id} before={data} onClose={() => setChanges(false)} />
      )}
    </section>
  );
}

function Shown({ id, profile }: { id: string; profile: ResponseOf<typeof ROUTE> }) {
  const { name, about, picture_url } = profile;
  const path = `/v1/channels/${encodeURIComponent(id)}/profile/picture`;
  return (
    <p className={style.profile}>
      {picture_url !== null && (
        // another address for another picture, which the browser then asks for
        <img
          className={style.portrait}
          src={`${addressOf(path)}?of=${encodeURIComponent(picture_url)}`}
          alt={PROFILE.picture}
        />
      )}
      <span>
        <strong>{name ?? PROFILE.noName}</strong>
        <br />
        <span className={common.quiet}>{about ?? PROFILE.noAbout}</span>
      </span>
    </p>
  );
}
