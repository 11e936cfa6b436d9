/** What an endpoint's sealed signing secret belongs to. */
export function secretContext(endpointId: string): string {
  return `endpoint ${endpointId} signing secret`;
}

/** The encryption context of one of an endpoint's own header values. */
export function headerContext(endpointId: string, name: string): string {
  return `endpoint ${endpointId} header ${name}`;
}
