/** A thousand people give orders to an agent that obeys them all. */
import { test } from "bun:test";
import { expectNothingBeyondTheGuard } from "../mcp/injected.ts";
import { LONG_MS } from "../support/long.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";

const waypost = sharedDaemon();

test("orders of 1,000 people", () => expectNothingBeyondTheGuard(waypost, 1000), 2 * LONG_MS);
