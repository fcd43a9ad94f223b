/** For `expect.poll` and `vi.waitFor`: asks often, and is patient, because test machines may be slow. */
export const soon = { timeout: 50_000, interval: 20 };
