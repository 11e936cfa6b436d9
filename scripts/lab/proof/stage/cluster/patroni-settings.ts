import { join } from "node:path";
import type { Relay } from "../../../stage/relay.ts";

export type Passwords = { superuser: string; replication: string };

type Machine = {
  name: string;
  home: string;
  binaries: string;
  passwords: Passwords;
  own: { postgres: number; patroni: number };
  cables: Record<"postgres" | "patroni" | "etcd", Relay>;
};

/** The cluster's first settings: a commit waits for one standby, and only a standby that has all is promoted. */
const CLUSTER = {
  ttl: 20,
  loop_wait: 3,
  retry_timeout: 4,
  primary_start_timeout: 0,
  synchronous_mode: true,
  synchronous_node_count: 1,
  postgresql: {
    use_pg_rewind: true,
    parameters: { max_connections: 120, shared_buffers: "64MB", wal_log_hints: "on", jit: "off" },
  },
};

/** The file of one Patroni, which is JSON and so YAML too. */
export function patroniSettings({ name, home, binaries, passwords, own, cables }: Machine): object {
  return {
    scope: "waypost",
    name,
    restapi: { listen: `127.0.0.1:${own.patroni}`, connect_address: `127.0.0.1:${cables.patroni.port}` },
    // over the cable alone: it would otherwise ask etcd for its own address
    etcd3: { hosts: `127.0.0.1:${cables.etcd.port}`, use_proxies: true },
    bootstrap: {
      dcs: CLUSTER,
      initdb: [{ encoding: "UTF8" }, { locale: "C.UTF-8" }, "data-checksums"],
    },
    postgresql: {
      listen: `127.0.0.1:${own.postgres}`,
      connect_address: `127.0.0.1:${cables.postgres.port}`,
      data_dir: join(home, "data"),
      bin_dir: binaries,
      pgpass: join(home, "pgpass"),
      authentication: {
        superuser: { username: "postgres", password: passwords.superuser },
        replication: { username: "replication", password: passwords.replication },
        rewind: { username: "postgres", password: passwords.superuser },
      },
      pg_hba: ["host all all 127.0.0.1/32 scram-sha-256", "host replication all 127.0.0.1/32 scram-sha-256"],
      parameters: { unix_socket_directories: "", password_encryption: "scram-sha-256" },
    },
  };
}
