/** Below which path of the API somebody changed something; `isOwn` is false where they did so in another tab. */
type Listener = (path: string, isOwn: boolean) => void;

const listeners = new Set<Listener>();

/** Says that this user changed something: not all of that is an event, such as what they have read. */
export function announceChange(path: string, isOwn = true): void {
  for (const listener of listeners) listener(path, isOwn);
}

/** Hears what this user changes, until the function that it returns is called. */
export function onChange(listener: Listener): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
