/** What an endpoint's sealed signing secret belongs to. */
export function secretContext(endpointId: string): string {
  return `endpoint ${endpointId} signing secret`;
}

/** What the sealed value of one of an endpoint's own headers belongs to. */
export function headerContext(endpointId: string, name: string): string {
  return `endpoint ${endpointId} header ${name}`;
}
