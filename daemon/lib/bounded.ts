/**
 * Sets a key of a map, as its newest, and forgets the oldest beyond `most`, so that nobody can fill the memory.
 * Returns the key that was forgotten, if one was.
 */
export function setNewest<Key, Value>(
  map: Map<Key, Value>,
  key: Key,
  value: Value,
  most: number,
): Key | undefined {
  map.delete(key);
  map.set(key, value);
  if (map.size <= most) return undefined;
  const [oldest] = map.keys();
  if (oldest !== undefined) map.delete(oldest);
  return oldest;
}
