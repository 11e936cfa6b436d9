/** A refusal as the Graph API words it: the HTTP status and the `error` object of the body. */
export type GraphFailure = {
  status: number;
  code: number;
  message: string;
  type: "OAuthException" | "GraphMethodException";
  details: string | null;
  subcode: number | null;
};

/**
 * A refusal of the Cloud API: `(#code) title`, with the reason in `error_data.details`.
 * Codes and titles: Meta, "Cloud API error codes".
 */
export function failure(status: number, code: number, title: string, details: string): GraphFailure {
  return { status, code, message: `(#${code}) ${title}`, type: "OAuthException", details, subcode: null };
}

export const invalidParameter = (details: string) => failure(400, 100, "Invalid parameter", details);

export const missingParameter = (details: string) =>
  failure(400, 131008, "Required parameter is missing", details);

export const invalidValue = (details: string) =>
  failure(400, 131009, "Parameter value is not valid", details);

/** A value refused by the Graph API's own parameter check, which puts the reason into the message. */
export const parameterError = (reason: string) => failure(400, 100, reason, reason);

/** A missing, wrong or expired access token. */
export function tokenFailure(message: string, subcode: number | null = null): GraphFailure {
  return { status: 401, code: 190, message, type: "OAuthException", details: null, subcode };
}

/** A path that leads nowhere: an unknown version, object, edge or method. */
export function noSuchObject(method: string, id: string): GraphFailure {
  const what = `Unsupported ${method.toLowerCase()} request. Object with ID '${id}' does not exist`;
  return unsupported(
    `${what}, cannot be loaded due to missing permissions, or does not support this operation. ` +
      "Please read the Graph API documentation at https://developers.facebook.com/docs/graph-api",
  );
}

export function unknownPath(path: string): GraphFailure {
  const message = `Unknown path components: ${path}`;
  return { status: 400, code: 2500, message, type: "OAuthException", details: null, subcode: null };
}

function unsupported(message: string): GraphFailure {
  return { status: 400, code: 100, message, type: "GraphMethodException", details: null, subcode: null };
}
