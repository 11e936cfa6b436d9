/** A sandbox as the suite of its control API sees it, and requests to that. */

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape
export type Answer = { status: number; body: any };

/** A running sandbox, and two numbers of businesses that are its customers. */
export type SandboxSite = {
  business: Business;
  otherBusiness: Business;
  /** The request that makes somebody send a message; its body may have members that don't belong there. */
  order(person: string, to: Business, body: object): Request;
  /** The part of a message's content that says which message it answers. */
  answering(id: string): object;
  /** What somebody got, oldest first. */
  phone(person: string): Promise<{ id: string; kind: string }[]>;
  /** The test numbers. */
  people(): Promise<{ name: string; promise: string }[]>;
  fault: {
    set(): Promise<Answer>;
    /** Names of those that are set. */
    listed(): Promise<string[]>;
    lift(): Promise<Answer>;
    /** Whether what the business does now goes wrong. */
    strikes(): Promise<boolean>;
  };
  stop(): Promise<void>;
};

export type Business = {
  number: string;
  /** Sends a text; answers with its id, or null when it was refused. */
  send(person: string, text: string): Promise<string | null>;
  /** A person's message, once it came. */
  got(id: string): Promise<Inbound>;
  /** Ids of everything that came. */
  inbox(): string[];
  /** Resolves when it was reported that somebody read a message. */
  untilRead(id: string): Promise<unknown>;
};

export type Inbound = {
  from: string;
  text?: string | undefined;
  /** The message that it answers. */
  answers?: string | undefined;
  reaction?: { emoji: string; to: string } | undefined;
};

const JSON_TYPE = { "content-type": "application/json" };

/** Requests to the control API of a sandbox. */
export function requestsTo(url: string) {
  const post = (path: string, body: object) =>
    new Request(`${url}/sandbox/${path}`, { method: "POST", headers: JSON_TYPE, body: JSON.stringify(body) });
  return {
    post,
    get: async (path: string) => (await answerTo(new Request(`${url}/sandbox/${path}`))).body,
    ask: (path: string, body: object) => answerTo(post(path, body)),
    remove: (path: string) => answerTo(new Request(`${url}/sandbox/${path}`, { method: "DELETE" })),
  };
}

export async function answerTo(request: Request): Promise<Answer> {
  const response = await fetch(request);
  return { status: response.status, body: await response.json() };
}
