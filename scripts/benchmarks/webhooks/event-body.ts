/** The body of an event of a run: as large as a real one, with the moment it was made. */
export function eventBody(nth: number): string {
  return JSON.stringify({
    message_id: "01937d0c-8a51-7cc3-9d0e-8f2b6f0e2a11",
    conversation_id: "cv_01JDB2M5S8V0ZC3K7Q2M4N6P8S",
    channel_id: "ch_01JDB2M5S8V0ZC3K7Q2M4N6P8R",
    status: "delivered",
    organization_id: "org_01JDB2M5S8V0ZC3K7Q2M4N6P8A",
    updated_at: "2026-11-21T09:30:00.000Z",
    error: null,
    metadata: null,
    sequence: nth,
    emitted_at: performance.timeOrigin + performance.now(),
  });
}
