import { useAsk } from "../../api/queries.ts";
import { AsCommand } from "../../parts/as-command.tsx";
import { Header } from "../../parts/header.tsx";
import { ProblemNote } from "../../parts/problem.tsx";
import { Skeleton } from "../../parts/skeleton.tsx";
import { Split } from "../../parts/split.tsx";
import { OVERVIEW } from "../../words.ts";
import { Channels } from "./channels.tsx";
import { Costs } from "./costs.tsx";
import { Failures } from "./failures.tsx";
import { FirstSteps } from "./first-steps.tsx";
import { History } from "./history.tsx";
import { Lanes } from "./lanes.tsx";
import style from "./overview.module.css";
import { People } from "./people.tsx";
import { Rates } from "./rates.tsx";
import type { Overview } from "./shape.ts";
import { Unknown } from "./unknown.tsx";
import { Webhooks } from "./webhooks.tsx";

/** Whether it works, in ten seconds: what goes out and comes in, and what needs somebody. */
export default function OverviewView() {
  const { data, error, refetch } = useAsk("GET /v1/overview", {});
  const content = (
    <>
      <Header
        title={OVERVIEW.title}
        actions={<AsCommand cli="top" route="GET /v1/overview" request={{}} />}
      />
      {error !== null && <ProblemNote problem={error} onTryAgain={() => void refetch()} />}
      {data === undefined ? error === null && <Skeleton lines={8} /> : <Sections overview={data} />}
    </>
  );
  return <Split list={content} detail={null} />;
}

function Sections({ overview }: { overview: Overview }) {
  const { rates, webhooks, endpoints } = overview;
  return (
    <div className={style.sections}>
      <FirstSteps overview={overview} />
      <People />
      <Unknown />
      <Channels channels={overview.channels} />
      <Failures errors={overview.errors} />
      {rates !== null && <Rates rates={rates} />}
      {rates !== null && <History />}
      <Costs />
      <Lanes lanes={overview.lanes} />
      {webhooks !== null && endpoints !== null && <Webhooks webhooks={webhooks} endpoints={endpoints} />}
    </div>
  );
}
