/** A program that starts the embedded Postgres of the folder it is given, and stops it on a signal. */
import { startEmbeddedPostgres } from "../../db/embedded/embedded.ts";

const [dataDirectory = ""] = process.argv.slice(2);
const server = await startEmbeddedPostgres({ dataDirectory, settings: { fsync: "off" } });
process.on("SIGTERM", async () => {
  await server.stop();
  process.exit();
});
process.stdout.write(`${server.url}\n`);
setInterval(() => {}, 60_000);
