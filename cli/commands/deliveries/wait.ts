import { readUntil } from "../../lib/actions/read-until.ts";
import type { Client } from "../../lib/api/client.ts";
import type { Delivery, DeliveryDetail } from "../../lib/api/types/webhooks.ts";
import type { Cli } from "../../lib/command/cli.ts";
import { ExitCode } from "../../lib/failures/exit-codes.ts";
import { Failure } from "../../lib/failures/failure.ts";
import { waitSaying } from "../../lib/terminal/interrupt.ts";

const WAIT_MS = 20_000;
const PAUSE_MS = 150;

/** Waits until each of some deliveries has been made. Exit 6 when one takes longer than --timeout. */
export function waitForDeliveries(
  { spinner, timeoutMs, output }: Cli,
  client: Client,
  made: ReadonlyArray<Pick<Delivery, "id">>,
): Promise<DeliveryDetail[]> {
  const looks = made.map(({ id }) => `Look again: waypost deliveries get ${id}`);
  return waitSaying(
    () => looks.length > 0 && output.note(`It is delivered all the same.\n${looks.join("\n")}`),
    spinner(made.length === 1 ? "Waiting for the endpoint" : "Waiting for the endpoints", () =>
      Promise.all(made.map((one) => waitForDelivery(client, one, timeoutMs))),
    ),
  );
}

/** Reads a delivery again and again until it has been made. Exit 6 when that takes longer than `timeoutMs`. */
async function waitForDelivery(
  client: Client,
  made: Pick<Delivery, "id">,
  timeoutMs = WAIT_MS,
): Promise<DeliveryDetail> {
  const path = { id: made.id };
  const read = () => client.call("GET /v1/settings/developer/webhooks/deliveries/{id}", { path });
  const delivery = await readUntil(read, isMade, { timeoutMs, pauseMs: PAUSE_MS });
  if (!isMade(delivery)) throw stillPending(delivery, timeoutMs);
  return delivery;
}

function isMade({ status }: Delivery): boolean {
  return status !== "pending";
}

/** Exit 5 unless the endpoint took the delivery. */
export function failedDelivery({ id, status, error }: Delivery): Failure | null {
  if (status === "succeeded") return null;
  return new Failure(ExitCode.failed, `the delivery failed: ${error ?? "the endpoint did not accept it"}`, {
    code: `delivery_${status}`,
    hint: `See the response: waypost deliveries get ${id}`,
  });
}

function stillPending({ id }: Delivery, timeoutMs: number): Failure {
  return new Failure(ExitCode.timeout, `the delivery is still pending after ${timeoutMs / 1_000} s`, {
    code: "wait_timeout",
    hint: `Look again: waypost deliveries get ${id}`,
  });
}
