import { useState } from "react";
import { Redirect, useSearchParams } from "wouter";
import { useAsk } from "../../api/queries.ts";
import { useMay } from "../../api/session.tsx";
import { Empty } from "../../parts/empty.tsx";
import { Field } from "../../parts/fields/field.tsx";
import { Form } from "../../parts/fields/form.tsx";
import { Header } from "../../parts/header.tsx";
import { Skeleton } from "../../parts/skeleton.tsx";
import { Split } from "../../parts/split.tsx";
import { DEVICE } from "../../view-words.ts";
import { Question } from "./question.tsx";

/** Allows a terminal a key, or refuses it, by the code that it shows; that of an agent's program is asked about elsewhere. */
export default function Device() {
  const may = useMay();
  const content = (
    <>
      <Header title={DEVICE.title} />
      {may("keys:manage") ? <ByCode /> : <Empty title="">{DEVICE.mayNot}</Empty>}
    </>
  );
  return <Split list={content} detail={null} />;
}

/** The code, from the link that the terminal prints or typed here, and then what is asked with it. */
function ByCode() {
  const [params] = useSearchParams();
  const [typed, setTyped] = useState(params.get("user_code") ?? "");
  const [code, setCode] = useState(typed);
  const { data, error, isFetching, refetch } = useAsk(
    "POST /v1/auth/device/find",
    { body: { user_code: code } },
    { enabled: code !== "" },
  );
  if (data?.is_agent) return <Redirect to={`/consent?user_code=${data.user_code}`} replace />;
  if (data !== undefined) return <Question asked={data} />;
  if (isFetching && error === null) return <Skeleton />;
  return (
    <Form
      action={DEVICE.continue}
      onSubmit={() => (typed === code ? void refetch() : setCode(typed))}
      problem={error}
      isBusy={isFetching}
    >
      <p>{DEVICE.enter}</p>
      <Field
        label={DEVICE.code}
        value={typed}
        onChange={setTyped}
        placeholder="XXXX-XXXX"
        autoComplete="off"
        maxLength={16}
        isMono
        isRequired
        autoFocus
      />
    </Form>
  );
}
