/** A newcomer's walk over the page by mouse and on a phone. */
import { testWalks } from "../page/walk/walk.ts";

testWalks(["by mouse", "on a phone"]);
