import { useAsk } from "../../api/queries.ts";
import { useMay } from "../../api/session.tsx";
import { AsCommand, sampleOf } from "../../parts/as-command.tsx";
import { Id } from "../../parts/code.tsx";
import { DetailOf } from "../../parts/detail-of.tsx";
import { Detail, Facts } from "../../parts/split.tsx";
import { Tabs } from "../../parts/tabs.tsx";
import { Time } from "../../parts/time.tsx";
import { CHANNELS } from "../../view-words.ts";
import { WORDS } from "../../words.ts";
import style from "./channels.module.css";
import { Alerts } from "./health/alerts.tsx";
import { ChannelHealth } from "./health/health.tsx";
import { ChannelLabels } from "./labels/labels.tsx";
import { ChannelLimits } from "./limits.tsx";
import { Links } from "./links.tsx";
import { Manage } from "./manage.tsx";
import { Pairing } from "./pairing.tsx";
import { ChannelProfile } from "./profile/profile.tsx";
import { Settings } from "./settings/settings.tsx";
import { Standing } from "./standing.tsx";
import { type Channel, isLeftAlone, isPaired, isWorking } from "./states.ts";
import { ChannelUsername } from "./username/username.tsx";

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
  const mayPair = mayManage && canBePaired(channel);
  const actions = (
    <>
      <AsCommand
        cli={`channels get ${id}`}
        route="GET /v1/channels/{id}"
        request={{ path: { id } }}
        more={mayManage ? changesOf(channel) : []}
      />
      {mayManage && <Manage channel={channel} />}
    </>
  );
  return (
    <Detail title={name} back="/channels" actions={actions}>
      <Standing channel={channel} />
      {isUsedOfficial(channel) && <Alerts id={id} />}
      {mayPair && <Pairing channel={channel} />}
      {mayManage ? <Tabs label={CHANNELS.tabs} tabs={sidesOf(channel)} /> : <AboutNumber channel={channel} />}
    </Detail>
  );
}

/** What is done at one press, without a form that shows its command. */
function changesOf(channel: Channel) {
  const { id, settings } = channel;
  const path = { id };
  const isPaused = settings.paused === true;
  return [
    sampleOf(
      isPaused ? WORDS.steps.resume : CHANNELS.pause,
      `channels ${isPaused ? "resume" : "pause"} ${id}`,
      "PATCH /v1/channels/{id}",
      { path, body: { settings: { paused: !isPaused } } },
    ),
    canBePaired(channel) &&
      sampleOf(CHANNELS.disconnect, `channels disconnect ${id}`, "POST /v1/channels/{id}/disconnect", {
        path,
        body: {},
      }),
  ];
}

function canBePaired(channel: Channel): boolean {
  return isPaired(channel) && !isLeftAlone(channel);
}

function sidesOf(channel: Channel) {
  return [
    { id: "number", label: CHANNELS.tabNumber, content: <AboutNumber channel={channel} /> },
    { id: "settings", label: CHANNELS.tabSettings, content: <Settings channel={channel} /> },
    canBePaired(channel) && {
      id: "links",
      label: CHANNELS.tabLinks,
      content: <Links channelId={channel.id} />,
    },
  ].filter((side) => side !== false);
}

/** What is known of the number, and what it may send. */
function AboutNumber({ channel }: { channel: Channel }) {
  return (
    <div className={style.blocks}>
      {channel.phone_number !== null && <ChannelHealth channel={channel} />}
      <Facts facts={factsOf(channel)} />
      {isUsedOfficial(channel) && isWorking(channel) && <ChannelUsername id={channel.id} />}
      {canBePaired(channel) && isWorking(channel) && <ChannelProfile id={channel.id} />}
      {canBePaired(channel) && channel.phone_number !== null && <ChannelLabels id={channel.id} />}
      <ChannelLimits id={channel.id} />
    </div>
  );
}

/** Whether Meta has a number and this daemon uses it. */
function isUsedOfficial(channel: Channel): boolean {
  return !isPaired(channel) && !isLeftAlone(channel);
}

function factsOf(channel: Channel): Parameters<typeof Facts>[0]["facts"] {
  const { phone_number, platform, graph, quality_rating, token_expires_at } = channel;
  return [
    [CHANNELS.number, phone_number && <Id value={phone_number} />],
    [CHANNELS.platform, CHANNELS.platforms[platform] ?? platform],
    channel.sandbox && [CHANNELS.sandbox, CHANNELS.sandboxYes],
    [CHANNELS.phoneNumberId, graph && <Id value={graph.phone_number_id} />],
    [CHANNELS.wabaId, graph && <Id value={graph.waba_id} />],
    [CHANNELS.quality, quality_rating],
    [CHANNELS.tokenExpires, token_expires_at && <Time at={token_expires_at} />],
    [CHANNELS.lastSeen, channel.last_seen_at && <Time at={channel.last_seen_at} />],
    [CHANNELS.created, <Time key="created" at={channel.created_at} />],
    [WORDS.id, <Id key="id" value={channel.id} />],
  ];
}
