import { submit } from "../../lib/actions/submit.ts";
import type { Input } from "../../lib/command/command.ts";
import { usageFailure } from "../../lib/failures/failure.ts";
import type { updateShape } from "./definitions.ts";
import { orderDetails } from "./view.ts";

/** Changes an order's status or payment status. */
export async function run({ cli, arguments: { id }, options }: Input<typeof updateShape>): Promise<void> {
  const { status, payment } = options;
  if (status === undefined && payment === undefined)
    throw usageFailure("nothing to change", "Say --status or --payment.");
  const body = {
    ...(status === undefined ? {} : { status }),
    ...(payment === undefined ? {} : { payment_status: payment }),
  };
  const order = await submit(cli, "PATCH /v1/orders/{id}", { path: { id }, body });
  if (order !== undefined) await cli.output.record(order, orderDetails);
}
