import { useAsk } from "../../api/queries.ts";
import { AsCommand } from "../../parts/as-command.tsx";
import { Stack } from "../../parts/fields/form.tsx";
import { Header } from "../../parts/header.tsx";
import { ProblemNote } from "../../parts/problem.tsx";
import { Skeleton } from "../../parts/skeleton.tsx";
import { Split } from "../../parts/split.tsx";
import { RULES } from "../../view-words.ts";
import { RulesForm } from "./rules-form.tsx";

/** What happens in the inbox by itself. */
export default function InboxRules() {
  const { data, error, refetch } = useAsk("GET /v1/settings/inbox", {});
  const content = (
    <>
      <Header
        title={RULES.title}
        actions={<AsCommand cli="conversations settings" route="GET /v1/settings/inbox" request={{}} />}
      />
      <Stack>
        <p>{RULES.text}</p>
        <ProblemNote problem={error} onTryAgain={() => void refetch()} />
        {data !== undefined && <RulesForm kept={data} />}
        {data === undefined && error === null && <Skeleton />}
      </Stack>
    </>
  );
  return <Split list={content} detail={null} />;
}
