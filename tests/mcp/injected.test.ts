/** Orders in messages, names and files get nothing from an agent that its key is not for; with `--all`, of a thousand. */
import { test } from "bun:test";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { expectNothingBeyondTheGuard } from "./injected.ts";

const waypost = sharedDaemon();

test("orders of 64 people", () => expectNothingBeyondTheGuard(waypost, 64));
