import { useAsk } from "../../api/queries.ts";
import { useMay } from "../../api/session.tsx";
import { AsCommand } from "../../parts/as-command.tsx";
import { Id } from "../../parts/code.tsx";
import { DetailOf } from "../../parts/detail-of.tsx";
import { Detail, Facts } from "../../parts/split.tsx";
import { Time } from "../../parts/time.tsx";
import style from "./channels.module.css";
import { Manage } from "./manage.tsx";
import { Pairing } from "./pairing.tsx";
import { Standing } from "./standing.tsx";
import { type Channel, isLeftAlone, isPaired } from "./states.ts";
import { CHANNELS } from "./words.ts";

/** One channel: how it is, the one thing to do, and all that can be done. */
export function ChannelDetail({ id }: { id: string }) {
  const asked = useAsk("GET /v1/channels/{id}", { path: { id } });
  return (
    <DetailOf asked={asked} id={id} back="/channels">
      {(channel) => <Shown channel={channel} />}
    </DetailOf>
  );
}

function Shown({ channel }: { channel: Channel }) {
  const { id, name } = channel;
  const mayManage = useMay()("channels:manage");
  const actions = (
    <>
      <AsCommand cli={`channels get ${id}`} route="GET /v1/channels/{id}" request={{ path: { id } }} />
      {mayManage && <Manage channel={channel} />}
    </>
  );
  return (
    <Detail title={name} back="/channels" actions={actions}>
      <Standing channel={channel} />
      {mayManage && isPaired(channel) && !isLeftAlone(channel) && <Pairing channel={channel} />}
      <section className={style.block}>
        <Facts facts={factsOf(channel)} />
      </section>
    </Detail>
  );
}

function factsOf(channel: Channel): Parameters<typeof Facts>[0]["facts"] {
  const { phone_number, platform, phone_number_id, waba_id, quality_rating, token_expires_at } = channel;
  return [
    [CHANNELS.number, phone_number && <Id value={phone_number} />],
    [CHANNELS.platform, CHANNELS.platforms[platform] ?? platform],
    channel.sandbox && [CHANNELS.sandbox, CHANNELS.sandboxYes],
    [CHANNELS.phoneNumberId, phone_number_id && <Id value={phone_number_id} />],
    [CHANNELS.wabaId, waba_id && <Id value={waba_id} />],
    [CHANNELS.quality, quality_rating],
    [CHANNELS.tokenExpires, token_expires_at && <Time at={token_expires_at} />],
    [CHANNELS.lastSeen, channel.last_seen_at && <Time at={channel.last_seen_at} />],
    [CHANNELS.created, <Time key="created" at={channel.created_at} />],
    ["Id", <Id key="id" value={channel.id} />],
  ];
}
