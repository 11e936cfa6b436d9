import type { HeldSessionRow, RenewedSessionRow } from "../../db/whatsapp-web/sessions.ts";
import type { WhatsAppWebSession } from "../providers/whatsapp-web/connection/session.ts";
import { createCarryOut } from "./carry-out.ts";
import type { Lease, Moment } from "./lease.ts";
import type { Happening, Order } from "./session-model.ts";
import { createSessionParts, type SessionDependencies } from "./session-parts.ts";
import { begin, step } from "./session-state.ts";

/** Runs one held session until it is released. */
export type Supervisor = {
  session: WhatsAppWebSession;
  lease: Lease;
  /** Whether it is on its way to its first connection. */
  isStarting(): boolean;
  /** Applies a row whose reading began at this moment. */
  update(row: RenewedSessionRow, readAt: Moment): void;
  /** Closes the connection, keeps the login and releases the session. */
  stop(): Promise<void>;
  /** Resolves when the session is released. */
  done: Promise<void>;
};

/**
 * Runs a claimed session until it is stopped, loses its lease or has nothing more to do.
 * Whatever happens goes through `step`, and the effects that follow are carried out.
 */
export function supervise(
  dependencies: SessionDependencies,
  claimed: HeldSessionRow,
  lease: Lease,
): Supervisor {
  const first = begin(orderOf(claimed), claimed.paired, claimed.pairing !== null);
  let { state } = first;
  const over = Promise.withResolvers<void>();
  const parts = createSessionParts(dependencies, claimed, lease, () => report({ kind: "keys_failed" }));
  const { carryOut, settled } = createCarryOut(parts, report);

  function report(happening: Happening): void {
    // checking the lease may discover that it has run out, which is reported first
    lease.isHeld();
    const next = step(state, happening, dependencies.timings);
    state = next.state;
    carryOut(next.effects);
    if (state.phase === "over") over.resolve();
  }

  lease.lost.addEventListener("abort", () => report({ kind: "lease_lost" }));
  carryOut(first.effects);
  if (lease.lost.aborted) report({ kind: "lease_lost" });
  const done = over.promise.then(settled);
  return {
    session: parts.live.session,
    lease,
    isStarting: () => state.starting,
    update(row, readAt) {
      parts.live.set(row.settings);
      report({ kind: "row_read", order: orderOf(row), readAt: readAt.steady });
    },
    async stop() {
      report({ kind: "stopped" });
      await done;
    },
    done,
  };
}

function orderOf(row: RenewedSessionRow): Order {
  const { wanted, method, phone_number: phoneNumber, failures, next_attempt_at, channel_number } = row;
  return {
    ...{ wanted, method, phoneNumber, failures, nextAttemptAt: next_attempt_at.getTime() },
    ...{ number: channel_number?.replace("+", "") ?? null, otherForm: row.other_form, lid: row.own_lid },
    ...{ replacesNumber: row.replaces_number, setAside: row.set_aside },
    proxySince: row.settings.proxy?.since ?? null,
  };
}
