/** A proxy as a process of its own: SOCKS5 by @pondwader/socks5-server, HTTP by proxy-chain. Prints a line for each destination. */
import type { LookupAddress } from "node:dns";
import { isIP } from "node:net";
import { createServer } from "@pondwader/socks5-server";
import { RequestError, Server } from "proxy-chain";
import type { ProxyProcessOptions } from "./start.ts";

const options: Required<ProxyProcessOptions> = JSON.parse(process.argv[2] ?? "");
const { kind, host, port, user, isForbidding } = options;
/** Names are this machine's here, so that what has looked them up itself is found out. */
const HERE = "127.0.0.1";

function note(line: string): void {
  process.stdout.write(`${line}\n`);
}

function isUser(name: string | undefined, password: string | undefined): boolean {
  return user === null || (name === user.name && password === user.password);
}

function serveSocks(): void {
  const server = createServer();
  if (user !== null) server.setAuthHandler((one) => isUser(one.username, one.password));
  server.setRulesetValidator((connection) => {
    note(`${connection.destAddress}:${connection.destPort}`);
    if (isIP(connection.destAddress) === 0) connection.destAddress = HERE;
    return !isForbidding;
  });
  server.listen(port, host, () => note("listening"));
}

async function serveHttp(): Promise<void> {
  const server = new Server({
    ...{ host, port },
    prepareRequestFunction(request) {
      if (!isUser(request.username, request.password)) return { requestAuthentication: true };
      note(`${request.hostname}:${request.port}`);
      if (isForbidding) throw new RequestError("not for you", 403);
      return { dnsLookup: lookUp as typeof import("node:dns").lookup };
    },
  });
  await server.listen();
  note("listening");
}

type Answered = (error: null, found: string | LookupAddress[], family?: number) => void;

function lookUp(_name: string, given: { all?: boolean }, done: Answered): void {
  if (given.all === true) done(null, [{ address: HERE, family: 4 }]);
  else done(null, HERE, 4);
}

if (kind === "socks5") serveSocks();
else await serveHttp();
