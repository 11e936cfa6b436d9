/** Folders that stay apart, whatever is below them: each with the reason. */

type Apart = {
  /** The beginning of the paths of the files that this is about. */
  files: string;
  /** Beginnings of paths that they never import, though these be below them. */
  never: readonly string[];
  /** Beginnings of paths of which they import nothing but types. */
  typesOf?: readonly string[];
  /** Beginnings of paths among those, of which they import all the same. */
  but?: readonly string[];
  because: string;
};

/** What may import what not, and why. */
export const APART: readonly Apart[] = [
  {
    files: "cli/",
    never: ["db/"],
    typesOf: ["daemon/"],
    // the rules of Meta, of phone numbers, of proxies and of the audit log's chain, and the stores of other programs depend
    // on nothing of the daemon
    but: [
      "daemon/audit-chain/",
      "daemon/channels/session-move/stores/",
      "daemon/template-rules/",
      "daemon/message-types/template/variable.ts",
      "daemon/phone-numbers/",
      "daemon/egress/environment-proxies.ts",
    ],
    because: "the CLI knows the daemon by its HTTP API alone",
  },
  {
    files: "daemon/page/client/",
    never: ["db/", "cli/"],
    typesOf: ["daemon/"],
    // what WhatsApp takes is the same wherever a template or a message is written
    but: ["daemon/page/client/", "daemon/page/languages/", "daemon/template-rules/", "daemon/file-rules/"],
    because: "the browser knows the daemon by its HTTP API alone",
  },
  {
    files: "daemon/providers/",
    never: ["db/", "daemon/http/", "daemon/lanes/"],
    because: "a provider is handed what it needs, and hands back what comes in",
  },
  {
    files: "daemon/sandbox/",
    never: ["db/", "daemon/http/", "daemon/lanes/", "daemon/events/", "daemon/providers/"],
    because: "the sandbox is the world outside, which knows nothing of what it plays to",
  },
];
