/** Calls an API by method, path and body. Throws when it refuses. */
export type Api = <Result = unknown>(method: string, path: string, body?: unknown) => Promise<Result>;

/** A client of the API at `url`, with a key if there is one. */
export function createApi(url: string, key?: string): Api {
  return async <Result>(method: string, path: string, body?: unknown) => {
    const response = await fetch(url + path, {
      method,
      headers: {
        ...(key === undefined ? {} : { "x-api-key": key }),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return (text === "" ? null : JSON.parse(text)) as Result;
  };
}
