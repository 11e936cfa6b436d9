/** A newcomer's walk over the page by keys alone. By mouse and on a phone: tests/scripts. */
import { testWalks } from "./walk/walk.ts";

testWalks(["by keys alone"]);
