import type {
  IDataObject,
  IExecuteFunctions,
  IHookFunctions,
  IHttpRequestOptions,
  ILoadOptionsFunctions,
  IWebhookFunctions,
  JsonObject,
} from "n8n-workflow";
import { NodeApiError } from "n8n-workflow";

export type Context = IExecuteFunctions | IHookFunctions | ILoadOptionsFunctions | IWebhookFunctions;

/** Calls the API with the credential of the node. */
export async function request(
  context: Context,
  method: IHttpRequestOptions["method"] & string,
  path: string,
  options: Partial<IHttpRequestOptions> = {},
): Promise<IDataObject> {
  const { url } = await context.getCredentials("waypostApi");
  const whole = { method, url: String(url).replace(/\/+$/, "") + path, json: true, ...options };
  try {
    return await context.helpers.httpRequestWithAuthentication.call(context, "waypostApi", whole);
  } catch (cause) {
    throw new NodeApiError(context.getNode(), cause as JsonObject);
  }
}

/** Up to so many rows of a list, over its pages. */
export async function list(
  context: Context,
  path: string,
  qs: IDataObject,
  most: number,
): Promise<IDataObject[]> {
  const rows: IDataObject[] = [];
  let cursor: string | null = null;
  do {
    const limit = Math.min(most - rows.length, 100);
    const page = await request(context, "GET", path, { qs: { ...qs, limit, ...(cursor && { cursor }) } });
    rows.push(...(page.data as IDataObject[]));
    cursor = (page.meta as IDataObject).next_cursor as string | null;
  } while (cursor !== null && rows.length < most);
  return rows;
}
