import { useState } from "react";
import type { Problem } from "../../api/problem.ts";
import { useAsk } from "../../api/queries.ts";
import { usePaused } from "../fields/paused.ts";
import type { KnownTemplate } from "./slots.ts";

const MOST = 100;

/** A template by what a message says of it. */
export type NamedTemplate = { name: string; language: string };

export type Templates = {
  /** Those that can be sent; undefined until they are read. */
  all: readonly KnownTemplate[] | undefined;
  chosen: KnownTemplate | undefined;
  /** Whether there are more than are listed. */
  hasMore: boolean;
  problem: Problem | null;
  sought: string;
  setSought: (name: string) => void;
};

/** The templates that a channel can send, and the chosen one among them. */
export function useTemplates(channelId: string | undefined, { name, language }: NamedTemplate): Templates {
  const [sought, setSought] = useState("");
  const wanted = usePaused(sought.trim());
  const enabled = channelId !== undefined;
  const query = { limit: MOST, channel_id: channelId ?? "" };
  const approved = { ...query, status: "approved", ...(wanted && { name: wanted }) };
  const list = useAsk("GET /v1/templates", { query: approved }, { enabled });
  const one = useAsk(
    "GET /v1/templates",
    { query: { ...query, name, language } },
    { enabled: enabled && name !== "" },
  );
  return {
    all: list.data?.data,
    chosen: name === "" ? undefined : one.data?.data[0],
    hasMore: sought !== "" || typeof list.data?.meta.next_cursor === "string",
    problem: list.error ?? one.error,
    sought,
    setSought,
  };
}
