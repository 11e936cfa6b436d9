#!/usr/bin/env bun
import { keepLoopbackDirect } from "../daemon/egress/environment-proxies.ts";
import { ExitCode } from "./lib/failures/exit-codes.ts";
import { onInterrupt } from "./lib/terminal/interrupt.ts";
import { runProgram } from "./program.ts";

// A reader that has seen enough (`waypost messages list | head`) is no error.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  process.exit(error.code === "EPIPE" ? ExitCode.done : ExitCode.error);
});
process.stderr.on("error", () => {});
onInterrupt();
keepLoopbackDirect(process.env);
process.exit(await runProgram(process.argv.slice(2), process.env));
