import type { TestDaemon } from "../support/daemon.ts";
import { eventually } from "../support/until.ts";

/** The shapes of a source that the daemon named, as an operator sees them. */
export async function named(waypost: TestDaemon, source: string): Promise<string[]> {
  const { body } = await waypost.call("GET", "/v1/drift");
  return body.data.flatMap((one: { source: string; shape: string }) =>
    one.source === source ? [one.shape] : [],
  );
}

/** Waits until a shape is named, and returns what is counted of it. */
export async function drifted(waypost: TestDaemon, source: string, shape: string) {
  return await eventually(`${shape} of ${source}`, async () => {
    const { body } = await waypost.call("GET", "/v1/drift");
    return body.data.find(
      (one: { source: string; shape: string }) => one.source === source && one.shape === shape,
    );
  });
}
