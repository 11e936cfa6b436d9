/** A program that begins again with the daemon's engine, and prints what it is then. */
import { keepLittleGarbage } from "../../daemon/start/engine.ts";

process.stdout.write(`${process.pid}\n`);
keepLittleGarbage();
const { pid, execArgv, argv, env } = process;
process.stdout.write(JSON.stringify([pid, execArgv, argv.slice(2), env.BUN_JSC_forceRAMSize, env.KEPT]));
