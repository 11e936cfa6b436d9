import { useState } from "react";
import { call, newIdempotencyKey } from "../../../api/call.ts";
import { asProblem, type Problem } from "../../../api/problem.ts";
import type { Message } from "../types.ts";

/** What was written and is not accepted yet. */
export type Outgoing = { key: string; body: string; replyTo: string | null; problem: Problem | null };

export type Sending = {
  pending: readonly Outgoing[];
  /** Why the last one was refused. */
  refused: Problem | null;
  /** Sends a text; `onRefused` gets it back when the API takes it not. */
  send: (body: string, replyTo: string | null, onRefused: (body: string) => void) => void;
  /** Sends again what could not be sent for want of an answer: with the same key, so never twice. */
  again: (outgoing: Outgoing) => void;
  drop: (outgoing: Outgoing) => void;
};

/** Sends answers: each is shown at once, and stays until it is accepted, refused, or taken back. */
export function useSend(conversation_id: string, onAccepted: (message: Message) => void): Sending {
  const [pending, setPending] = useState<readonly Outgoing[]>([]);
  const [refused, setRefused] = useState<Problem | null>(null);
  const drop = ({ key }: Outgoing) => setPending((before) => before.filter((one) => one.key !== key));
  const fail = ({ key }: Outgoing, problem: Problem) =>
    setPending((before) => before.map((one) => (one.key === key ? { ...one, problem } : one)));

  const post = async (outgoing: Outgoing, onRefused: (body: string) => void) => {
    const { key, body, replyTo } = outgoing;
    const content = { body, ...(replyTo === null ? {} : { reply_to: { id: replyTo } }) };
    try {
      const accepted = await call(
        "POST /v1/messages",
        { body: { conversation_id, type: "text", content } },
        { idempotencyKey: key },
      );
      const message = await call("GET /v1/messages/{id}", { path: { id: accepted.id } });
      onAccepted(message);
      drop(outgoing);
    } catch (cause) {
      const problem = asProblem(cause);
      // nobody knows whether it was taken: it stays, to be sent again by the same key
      if (problem.status === 0 || problem.status >= 500) return fail(outgoing, problem);
      setRefused(problem);
      drop(outgoing);
      onRefused(body);
    }
  };

  return {
    pending,
    refused,
    send(body, replyTo, onRefused) {
      const outgoing = { key: newIdempotencyKey(), body, replyTo, problem: null };
      setRefused(null);
      setPending((before) => [...before, outgoing]);
      void post(outgoing, onRefused);
    },
    again(outgoing) {
      setPending((before) =>
        before.map((one) => (one.key === outgoing.key ? { ...one, problem: null } : one)),
      );
      void post(outgoing, () => {});
    },
    drop,
  };
}
