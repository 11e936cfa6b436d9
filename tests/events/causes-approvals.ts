import { agentOf } from "../approvals/support.ts";
import type { TestDaemon } from "../support/daemon.ts";
import type { Cause } from "./causes.ts";

/** Causes of the events of approvals: asked for, approved and refused; with and without a recipient who is a contact. */
export function approvalCauses(waypost: TestDaemon): Record<string, Cause> {
  const ask = async (to: string) => (await (await agentOf(waypost)).send(to)).body.id;
  const decide = (id: string, how: string) => waypost.call("POST", `/v1/approvals/${id}/${how}`, {});
  return {
    "approval.requested": () => ask("14155556004"),
    "approval.decided": async () => {
      await decide(await ask("14155556001"), "approve");
      await decide(await ask("14155556004"), "refuse");
    },
  };
}
