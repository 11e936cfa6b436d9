/** The servers that the URL of a database names: one, or a primary and its standbys. */

/** Where a server listens: a host with a port, or the folder of its socket with the port that is in its name. */
export type Address = { host: string; port: number };

const PARTS = /^(postgres(?:ql)?:\/\/)(?:([^/?#]*)@)?([^/?#]*)(.*)$/s;
const DEFAULT_PORT = 5432;
/** Values of a URL that choose the server: each means the one that takes writes. */
const TARGETS = ["any", "read-write", "primary"];

/** Parameters of other programs' URLs that Postgres refuses, and what to do. */
const FOREIGN: Record<string, string> = {
  channel_binding: "leave it out; sslmode=verify-full makes sure of the server by its certificate",
  schema:
    "that is Prisma's; leave it out. options=-c%20search_path%3D<schema> has the tables in another schema",
  pgbouncer: "that is Prisma's; leave it out, and give Postgres's own address as DATABASE_DIRECT_URL",
  connection_limit: "that is Prisma's; leave it out, and set WAYPOST_DATABASE_POOL_SIZE",
  ...Object.fromEntries(
    ["pool_timeout", "socket_timeout", "statement_cache_size", "sslaccept", "sslidentity"].map((name) => [
      name,
      "that is Prisma's; leave it out",
    ]),
  ),
};

/**
 * The servers of `postgres://user:password@first:5432,second:5432/database`, in that order, or those of `?host=`, as
 * for a folder of a socket. Throws when the URL names none, asks for a server that takes no writes, or has what only
 * other programs take.
 */
export function addressesOf(url: string): Address[] {
  const query = queryOf(url);
  const target = query.get("target_session_attrs");
  if (target !== null && !TARGETS.includes(target))
    throw new Error(`target_session_attrs=${target} finds no server that can be written to; use read-write`);
  for (const name of query.keys())
    if (FOREIGN[name] !== undefined) throw new Error(`${name} in the database's URL: ${FOREIGN[name]}`);
  const [, , , hosts = ""] = PARTS.exec(url) ?? [];
  const port = query.get("port");
  const list = query.get("host") ?? hosts;
  return list
    .split(",")
    .map((host) => readAddress(port === null || /:\d+$/.test(host) ? host : `${host}:${port}`));
}

/** The same URL with one of its servers alone. */
export function urlAt(url: string, { host, port }: Address): string {
  const [, scheme = "", account, , rest = ""] = PARTS.exec(url) ?? [];
  const [path = ""] = rest.split("?");
  const query = queryOf(url);
  for (const ours of ["target_session_attrs", "host", "port"]) query.delete(ours);
  const name = host.includes(":") ? `[${host}]` : encodeURIComponent(host);
  const login = account === undefined ? "" : `${account}@`;
  return `${scheme}${login}${name}:${port}${path}${query.size === 0 ? "" : `?${query}`}`;
}

/** As it is shown to people. */
export function describeAddress({ host, port }: Address): string {
  return `${host}:${port}`;
}

function queryOf(url: string): URLSearchParams {
  const [, ...queries] = url.split("?");
  return new URLSearchParams(queries.join("?"));
}

function readAddress(text: string): Address {
  const [, bracketed, plain = "", port] = /^(?:\[(.*)\]|([^:]*))(?::(\d+))?$/.exec(text) ?? [];
  const host = decodeURIComponent(bracketed ?? plain) || process.env.PGHOST || "localhost";
  return { host, port: Number(port ?? process.env.PGPORT ?? DEFAULT_PORT) };
}
