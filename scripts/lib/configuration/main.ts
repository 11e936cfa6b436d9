import { DOCUMENT, withTable } from "./table.ts";

await Bun.write(DOCUMENT, withTable(await Bun.file(DOCUMENT).text()));
