import { useState } from "react";
import { useMay } from "../../api/session.tsx";
import { CONSENT } from "./words.ts";

type Recipients = (typeof CONSENT.recipients)[number]["value"];
type Approval = (typeof CONSENT.approvals)[number]["value"];

/** What the user allows, as the page's fields have it. */
export type Chosen = {
  permissions: readonly string[];
  recipients: Recipients;
  approval: Approval;
  hourly: string;
  daily: string;
  /** Null is all. */
  channelIds: string[] | null;
};

export type LimitsOf = {
  /** The permissions that can be chosen. */
  offered: readonly string[];
  chosen: Chosen;
  choose: (change: Partial<Chosen>) => void;
};

/** Little to begin with: what the program asks for, to people who wrote first, and no more than a person could read. */
export function useLimits(asked: readonly string[]): LimitsOf {
  const may = useMay();
  const [chosen, setChosen] = useState<Chosen>({
    ...{ permissions: asked, recipients: "answered", approval: "new_people" },
    ...{ hourly: "30", daily: "5", channelIds: null },
  });
  return {
    offered: [...new Set([...Object.keys(CONSENT.may), ...asked])].filter(may),
    chosen,
    choose: (change) => setChosen((before) => ({ ...before, ...change })),
  };
}

/** The same as the API takes it. */
export function bodyOf({ permissions, recipients, approval, hourly, daily, channelIds }: Chosen) {
  const most = (text: string) => (text === "" ? undefined : Number(text));
  return {
    permissions: permissions as never[],
    ...(channelIds === null ? {} : { channel_ids: channelIds }),
    agent: {
      recipients,
      approval,
      messages_per_hour: most(hourly),
      ...(recipients === "answered" ? {} : { new_people_per_day: most(daily) }),
    },
  };
}
