/** The proxy itself failed; the message has neither its address nor its password. */
export class ProxyFailure extends Error {
  readonly code = "ERR_PROXY";
}
