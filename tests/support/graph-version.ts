/** The versions of the Graph API that the tests run on: the oldest that Waypost is held against, and the usual one. */
export const GRAPH_VERSIONS = ["v23.0", "v26.0"] as const;

/**
 * The version of this test file's sandbox, always the same one: half of the files have either. `WAYPOST_TEST_GRAPH`
 * names one for all of them.
 */
export function graphVersion(): string {
  const file = Bun.main.slice(Bun.main.lastIndexOf("/tests/"));
  const half = Bun.hash.crc32(file) % GRAPH_VERSIONS.length;
  return process.env.WAYPOST_TEST_GRAPH || (GRAPH_VERSIONS[half] ?? GRAPH_VERSIONS[0]);
}
