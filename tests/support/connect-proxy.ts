/** A forward proxy on loopback that notes what goes through it, and leads every name to a port of this machine. */
import { connect, createServer, type Socket } from "node:net";

export type ConnectProxy = {
  /** Its address for `HTTPS_PROXY`, with the credentials that it wants. */
  address: string;
  /** The requested destinations, such as `example.com:443`, in order. */
  requests: string[];
  stop(): void;
};

export type ProxyOptions = {
  /** The port of this machine that a target is at. */
  portOf: (target: string) => number;
  /** As in `user:password`: who does not say so gets 407. */
  credentials?: string;
};

/** Takes `CONNECT`, and requests for whole addresses (`GET http://…`), as proxies do (RFC 9110, 9.3.6; RFC 9112, 3.2.2). */
export async function startConnectProxy({ portOf, credentials }: ProxyOptions): Promise<ConnectProxy> {
  const requests: string[] = [];
  const open = new Set<Socket>();
  const wanted = credentials === undefined ? null : `Basic ${btoa(credentials)}`;
  const server = createServer((client) => {
    open.add(client);
    client.on("error", () => {});
    client.on("close", () => open.delete(client));
    client.once("data", (head) => serve(client, head));
  });

  function serve(client: Socket, head: Buffer): void {
    const text = head.toString("latin1");
    const [method = "", target = ""] = text.split(" ");
    const authority = method === "CONNECT" ? target : new URL(target).host;
    requests.push(authority);
    if (wanted !== null && /^proxy-authorization: (.*)\r$/im.exec(text)?.[1] !== wanted) {
      client.end("HTTP/1.1 407 Proxy Authentication Required\r\ncontent-length: 0\r\n\r\n");
      return;
    }
    const upstream = connect(portOf(authority), "127.0.0.1", () => {
      if (method === "CONNECT") client.write("HTTP/1.1 200 Connection established\r\n\r\n");
      else upstream.write(head.toString("latin1").replace(target, new URL(target).pathname), "latin1");
      client.pipe(upstream).pipe(client);
    });
    open.add(upstream);
    upstream.on("error", () => client.destroy());
    upstream.on("close", () => open.delete(upstream));
    client.on("close", () => upstream.destroy());
  }

  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const address = server.address();
  const port = typeof address === "object" ? address?.port : 0;
  return {
    address: `http://${credentials === undefined ? "" : `${credentials}@`}127.0.0.1:${port}`,
    requests,
    stop() {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}
