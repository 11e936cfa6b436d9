/** Has root install the system's programs that tests use, for tests that then run as an ordinary account. */
import { ensureTestPrograms } from "./system-program.ts";

for (const sentence of await ensureTestPrograms()) process.stdout.write(`${sentence}\n`);
