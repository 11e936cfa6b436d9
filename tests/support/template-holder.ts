/**
 * A program that makes the template of the tests' databases and prints the environment that leads to it, as JSON. It
 * removes everything when its input ends, and so with its parent process, however that ends.
 */
import { shareTemplate, stopTestDatabases } from "./database.ts";

process.stdout.write(`${JSON.stringify(await shareTemplate())}\n`);
for await (const _ of Bun.stdin.stream());
await stopTestDatabases();
process.exit();
