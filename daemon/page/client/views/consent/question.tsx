import { useState } from "react";
import type { RequestOf, ResponseOf } from "../../api/call.ts";
import { useChange } from "../../api/queries.ts";
import { AgentFields } from "../../parts/agents/agent-fields.tsx";
import { allowedBy, USUAL_AGENT } from "../../parts/agents/guard.ts";
import { Button } from "../../parts/button.tsx";
import { Empty } from "../../parts/empty.tsx";
import { ChannelChoices } from "../../parts/fields/channel-choices.tsx";
import { Buttons, Stack } from "../../parts/fields/form.tsx";
import { ProblemNote } from "../../parts/problem.tsx";
import { Facts } from "../../parts/split.tsx";
import { CONSENT } from "../../view-words.ts";

const ANSWER = "POST /v1/auth/oauth/answer";
/** What the program asks for, as it opened the page. */
export type Request = RequestOf<"POST /v1/auth/oauth/find">["body"];
type QuestionProps = { request: Request; asked: ResponseOf<"POST /v1/auth/oauth/find"> };

/** Which program asks, what it is to be allowed, and how that ended. */
export function Question({ request, asked }: QuestionProps) {
  const [given, setGiven] = useState<string | null>(null);
  const [draft, setDraft] = useState({ ...USUAL_AGENT, permissions: asked.permissions });
  const [channelIds, setChannelIds] = useState<string[] | null>(null);
  const { user_code: code, redirect_host: host } = asked;
  const end = (how: string) => ({
    done: ({ redirect_to }: ResponseOf<typeof ANSWER>) => {
      setGiven(how);
      if (redirect_to !== null) location.assign(redirect_to);
    },
  });
  const allow = useChange(ANSWER, end(CONSENT.allowed));
  const refuse = useChange(ANSWER, end(CONSENT.refused));
  const isRunning = allow.isRunning || refuse.isRunning;
  if (given !== null)
    return (
      <div role="status">
        <Empty title={given}>{CONSENT.goBack}</Empty>
      </div>
    );
  return (
    <Stack>
      <h2>{CONSENT.question}</h2>
      <p>{code === null ? CONSENT.warning : CONSENT.codeWarning}</p>
      <Facts
        facts={[
          [CONSENT.program, asked.name],
          [CONSENT.from, asked.host ?? CONSENT.unproven],
          code !== null && [CONSENT.code, <code key="code">{code}</code>],
          code !== null && [CONSENT.address, asked.address ?? CONSENT.unknown],
          host !== null && [CONSENT.answerTo, asked.is_local ? CONSENT.onThisMachine(host) : host],
        ]}
      />
      <AgentFields draft={draft} onChange={setDraft} asked={asked.permissions} problem={allow.problem} />
      <ChannelChoices
        label={CONSENT.channels}
        all={CONSENT.allChannels}
        value={channelIds}
        onChange={setChannelIds}
      />
      <p>{CONSENT.end}</p>
      <ProblemNote problem={allow.problem ?? refuse.problem} />
      <Buttons>
        <Button
          onPress={() => void refuse.run({ body: { ...request, answer: "refuse" } })}
          isDisabled={isRunning}
        >
          {CONSENT.refuse}
        </Button>
        <Button
          kind="main"
          onPress={() =>
            void allow.run({
              body: {
                ...request,
                answer: "approve",
                ...allowedBy(draft),
                ...(channelIds !== null && { channel_ids: channelIds }),
              },
            })
          }
          isBusy={isRunning}
          isDisabled={draft.permissions.length === 0}
        >
          {CONSENT.allow}
        </Button>
      </Buttons>
    </Stack>
  );
}
