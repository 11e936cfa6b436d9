/** A fault of the media server, until its number of times is used up. */
export type MediaFault = {
  at: "upload" | "download";
  /** The status of the response; without it, the request is only slow. */
  status?: number;
  /** Milliseconds before the response. */
  delayMs?: number;
  times: number;
};

export type MediaFaults = {
  add(fault: MediaFault): void;
  /** The fault that the next request meets, if there is one; counts it. */
  take(at: MediaFault["at"]): MediaFault | undefined;
  clear(): void;
};

export function createMediaFaults(): MediaFaults {
  let faults: MediaFault[] = [];
  return {
    add: (fault) => void faults.push({ ...fault }),
    take(at) {
      const fault = faults.find((candidate) => candidate.at === at);
      if (fault === undefined) return undefined;
      fault.times -= 1;
      faults = faults.filter(({ times }) => times > 0);
      return fault;
    },
    clear() {
      faults = [];
    },
  };
}
