import { expect, test } from "bun:test";
import { within } from "../../../scripts/lab/proof/run/limit.ts";

test("a run that comes to no end says what it waited for", async () => {
  const never = new Promise<never>(() => {});
  const waiting = within(never, () => "Postgres to start", 0.001);
  await expect(waiting).rejects.toThrow(
    "it has waited for Postgres to start for 0.001 minutes, and gives up",
  );
});
