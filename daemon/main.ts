/** The program `waypostd`. */
import { keepLittleGarbage } from "./start/engine.ts";

keepLittleGarbage();
// loaded only once that is done
await import("./start/program.ts");
