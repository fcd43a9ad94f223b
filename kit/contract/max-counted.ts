/** Of a list that may be very long, rows are counted no further than people page. Apart, so that pages have it without schemas. */
export const maxCounted = 10_000;
