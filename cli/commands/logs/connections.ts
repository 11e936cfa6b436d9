import type { Streamed } from "../../lib/api/stream.ts";
import type { Output } from "../../lib/output/output.ts";

/** Reports the connections of one command as if they were one. */
export type Connections = {
  changed(name: string, news: Exclude<Streamed, { kind: "message" }>): void;
};

/** So many there are; all are waited for before anything is said. */
export function createConnections(output: Pick<Output, "note">, count: number): Connections {
  const connected = new Set<string>();
  let begun = false;
  return {
    changed(name, news) {
      const were = connected.size;
      if (news.kind === "connected") connected.add(name);
      else connected.delete(name);
      if (connected.size === count && were < count) {
        output.note(begun ? "Connected again." : "Waiting for requests and messages.");
        begun = true;
      } else if (news.kind === "lost" && were === count) output.note(`Reconnecting: ${news.reason}.`);
    },
  };
}
