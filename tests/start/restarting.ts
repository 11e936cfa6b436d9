/** A program that begins again with the daemon's engine, and prints what it is then. */
import { keepLittleGarbage } from "../../daemon/start/engine.ts";

process.stdout.write(`${process.pid}\n`);
keepLittleGarbage();
const { BUN_JSC_forceRAMSize, BUN_GC_TIMER_DISABLE, MIMALLOC_PURGE_HOLES_MIN_INTERVAL, KEPT } = process.env;
const engine = [BUN_JSC_forceRAMSize, BUN_GC_TIMER_DISABLE, MIMALLOC_PURGE_HOLES_MIN_INTERVAL];
process.stdout.write(JSON.stringify([process.pid, process.execArgv, process.argv.slice(2), engine, KEPT]));
