/** The servers that the URL of a database names: one, or a primary and its standbys. */

/** Where a server listens: a host with a port, or the folder of its socket with the port that is in its name. */
export type Address = { host: string; port: number };

const PARTS = /^(postgres(?:ql)?:\/\/)(?:([^/?#]*)@)?([^/?#]*)(.*)$/s;
const DEFAULT_PORT = 5432;
/** What a URL may ask of the server that is chosen: each means the one that takes writes. */
const TARGETS = ["any", "read-write", "primary"];

/**
 * The servers of `postgres://user:password@first:5432,second:5432/database`, in that order. Throws when the URL
 * names none, or asks for a server that takes no writes.
 */
export function addressesOf(url: string): Address[] {
  const target = queryOf(url).get("target_session_attrs");
  if (target !== null && !TARGETS.includes(target))
    throw new Error(`target_session_attrs=${target} finds no server that can be written to; use read-write`);
  const [, , , hosts = ""] = PARTS.exec(url) ?? [];
  return hosts.split(",").map(readAddress);
}

/** The same URL with one of its servers alone. */
export function urlAt(url: string, { host, port }: Address): string {
  const [, scheme = "", account, , rest = ""] = PARTS.exec(url) ?? [];
  const [path = ""] = rest.split("?");
  const query = queryOf(url);
  query.delete("target_session_attrs");
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
