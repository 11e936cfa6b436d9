import type { Queryable } from "../connection/client.ts";

/** A program that asks for a key, as somebody who knows its code sees it. */
export type DeviceLogin = {
  host: string;
  program: string;
  address: string | null;
  /** Null asks for whatever the one who approves may do. */
  permissions: string[] | null;
  /** An agent's program, by its id of OAuth; null of a terminal. */
  client_id: string | null;
};

/** What somebody approved. */
export type Approval = {
  organization_id: string;
  approver_type: "key" | "user";
  approver_id: string;
  granted: string[];
  channel_ids: string[] | null;
};

export type NewDeviceLogin = DeviceLogin & {
  /** The network by which the address is counted. */
  network: string | null;
  device_code_hash: Uint8Array;
  user_code_hash: Uint8Array;
  expires_at: Date;
};

/** How a program's question stands: `unknown` when there is none with this code any more. */
export type DeviceAnswer =
  | { status: "unknown" | "expired" | "pending" | "early" | "denied" }
  | ({ status: "approved" } & Approval & DeviceLogin);

/** Stores a question, and forgets those that nobody asks about any more. */
export async function insertDeviceLogin(sql: Queryable, login: NewDeviceLogin): Promise<void> {
  // expired ones are kept for a while, so that the program learns of it
  await sql`delete from device_logins where expires_at < now() - interval '10 minutes'`;
  await sql`
    insert into device_logins ${sql(login, "device_code_hash", "user_code_hash", "host", "program", "address", "network", "permissions", "client_id", "expires_at")}`;
}

/** How many questions wait for an answer: of a network, and of all. */
export async function countDeviceLogins(
  sql: Queryable,
  network: string | null,
): Promise<{ own: number; all: number }> {
  const [row] = await sql<{ own: number; all: number }[]>`
    select (count(*) filter (where network is not distinct from ${network}))::int as own,
      count(*)::int as all
    from device_logins where expires_at > now()`;
  return row ?? { own: 0, all: 0 };
}

/** Forgets the oldest question of the network that has most; false when none has more than so many. */
export async function forgetOldestOfMost(sql: Queryable, most: number): Promise<boolean> {
  const rows = await sql`
    delete from device_logins where device_code_hash = (
      select device_code_hash from (
        select device_code_hash, expires_at, count(*) over (partition by network) as own
        from device_logins where expires_at > now() and status = 'pending'
      ) as waiting
      where own > ${most} order by own desc, expires_at limit 1
    ) returning 1`;
  return rows.length > 0;
}

/** The question with this code, while it waits for an answer. */
export async function findDeviceLogin(sql: Queryable, userCodeHash: Uint8Array): Promise<DeviceLogin | null> {
  const [row] = await sql<DeviceLogin[]>`
    select host, program, address, permissions, client_id from device_logins
    where user_code_hash = ${userCodeHash} and status = 'pending' and expires_at > now()`;
  return row ?? null;
}

/** Answers a question; false when it was answered before, or has expired. Null refuses it. */
export async function answerDeviceLogin(
  sql: Queryable,
  userCodeHash: Uint8Array,
  approval: Approval | null,
): Promise<boolean> {
  const answer = approval === null ? { status: "denied" } : { status: "approved", ...approval };
  const rows = await sql`
    update device_logins set ${sql(answer)}
    where user_code_hash = ${userCodeHash} and status = 'pending' and expires_at > now()
    returning 1`;
  return rows.length > 0;
}

/** Removes the question with this code, if it still waits for an answer, and returns the hash of its device code. */
export async function takeDeviceQuestion(
  sql: Queryable,
  userCodeHash: Uint8Array,
): Promise<Uint8Array | null> {
  const [row] = await sql<{ device_code_hash: Uint8Array }[]>`
    delete from device_logins where user_code_hash = ${userCodeHash} and status = 'pending' and expires_at > now()
    returning device_code_hash`;
  return row?.device_code_hash ?? null;
}

/**
 * Reads the state of a device login, which another program than its own doesn't find. An answer is given once: its row is
 * removed, in the caller's transaction. `early` is less than `intervalSeconds` after the program's last poll.
 */
export async function takeDeviceAnswer(
  sql: Queryable,
  { deviceCodeHash, clientId }: { deviceCodeHash: Uint8Array; clientId: string | null },
  intervalSeconds: number,
): Promise<DeviceAnswer> {
  type Row = Approval &
    DeviceLogin & { status: "pending" | "approved" | "denied" } & Record<"expired" | "early", boolean>;
  const [row] = await sql<Row[]>`
    select host, program, address, permissions, client_id, status, organization_id, approver_type, approver_id, granted,
      channel_ids, expires_at <= now() as expired,
      coalesce(polled_at > now() - make_interval(secs => ${intervalSeconds}), false) as early
    from device_logins
    where device_code_hash = ${deviceCodeHash} and client_id is not distinct from ${clientId} for update`;
  if (row === undefined) return { status: "unknown" };
  const { expired, early, status, ...approved } = row;
  if (!expired && status === "pending") {
    await sql`update device_logins set polled_at = now() where device_code_hash = ${deviceCodeHash}`;
    return { status: early ? "early" : "pending" };
  }
  await sql`delete from device_logins where device_code_hash = ${deviceCodeHash}`;
  if (expired) return { status: "expired" };
  return status === "approved" ? { status, ...approved } : { status: "denied" };
}
