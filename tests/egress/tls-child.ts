/** Posts to the URLs it is given and prints the results; run with its own trust in `NODE_EXTRA_CA_CERTS`. */
import { createEgressGuard } from "../../daemon/egress/guard.ts";
import { createPoster } from "../../daemon/egress/post.ts";

const guard = createEgressGuard(["127.0.0.0/8"], async () => [{ address: "127.0.0.1", family: 4 }]);
const poster = createPoster(guard);
const results: unknown[] = [];
for (const url of process.argv.slice(2)) results.push(await poster.post(url, { headers: {}, body: "{}" }));
await Bun.write(Bun.stdout, JSON.stringify(results));
poster.close();
