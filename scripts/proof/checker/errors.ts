import type { Call, History } from "../history/history.ts";

/** Promise 16: an error has a status that the reference names for its operation, a code and a detail, and is no mistake of ours. */
export function checkErrors({ calls, end }: History) {
  return calls
    .filter(({ status }) => status !== null && status >= 400)
    .flatMap((call) => {
      const wrong = complaintOf(call, end.documented);
      const says = `${call.method} ${call.path} was answered ${call.status} ${call.code ?? ""}: ${wrong}`;
      return wrong === null ? [] : [{ says, about: [call.path] }];
    });
}

function complaintOf(call: Call, documented: History["end"]["documented"]): string | null {
  if (call.status === 500) return "something went wrong on our side";
  if (!call.isWellFormed) return "its body is not that of an error";
  const operation = documented.find(({ method, path }) => method === call.method && matches(path, call.path));
  if (operation === undefined) return "the reference has no such operation";
  return operation.statuses.includes(call.status ?? 0) ? null : "the reference does not name this status";
}

/** `/v1/messages/{id}` is the path of `/v1/messages/0193…?limit=1`. */
function matches(pattern: string, path: string): boolean {
  const [given = ""] = path.split("?");
  const parts = pattern.split("/");
  const own = given.split("/");
  return (
    parts.length === own.length && parts.every((part, index) => part.startsWith("{") || part === own[index])
  );
}
