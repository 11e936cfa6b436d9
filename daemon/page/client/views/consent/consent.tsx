import { useSearchParams } from "wouter";
import { asProblem } from "../../api/problem.ts";
import { useAsk } from "../../api/queries.ts";
import { useMay } from "../../api/session.tsx";
import { Empty } from "../../parts/empty.tsx";
import { Header } from "../../parts/header.tsx";
import { ProblemNote } from "../../parts/problem.tsx";
import { Skeleton } from "../../parts/skeleton.tsx";
import { Split } from "../../parts/split.tsx";
import { CONSENT } from "../../view-words.ts";
import { Question, type Request } from "./question.tsx";

/** Lets a program of an agent in, or refuses it. The program opened this page with what it asks for. */
export default function Consent() {
  const may = useMay();
  const content = (
    <>
      <Header title={CONSENT.title} />
      {may("keys:manage") ? <ByRequest /> : <Empty title="">{CONSENT.mayNot}</Empty>}
    </>
  );
  return <Split list={content} detail={null} />;
}

function ByRequest() {
  const [params] = useSearchParams();
  const request: Request = Object.fromEntries(params);
  const { data, error } = useAsk("POST /v1/auth/oauth/find", { body: request });
  if (data !== undefined) return <Question request={request} asked={data} />;
  return error === null ? <Skeleton /> : <ProblemNote problem={asProblem(error)} />;
}
