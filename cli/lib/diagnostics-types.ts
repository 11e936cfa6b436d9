/* What the API says of the daemon's surroundings; see api-types.ts. */
export type Diagnostics = {
  version: string;
  now: string;
  database: {
    version: string;
    version_number: number;
    now: string;
    connections: number;
    max_connections: number;
    fsync: boolean;
    full_page_writes: boolean;
  };
  migrations: { applied: number; missing: string[]; unknown: string[] };
  disk: { free_bytes: number; total_bytes: number } | null;
  lanes: { kind: string; lane_id: string; due_at: string; paused_until: string | null; owned: boolean }[];
  hosts: { name: string; host: string; error: string | null; milliseconds: number }[];
};

export type DiagnosticsRoutes = { "GET /v1/diagnostics": { response: Diagnostics } };
