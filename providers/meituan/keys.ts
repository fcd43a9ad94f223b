import { z } from 'zod';

/** What the feature keeps for us between two calls, and does not look into. */
const cancelSchema = z.object({
  receiptCode: z.string(),
  dealId: z.string(),
  /** of the record; '' where it was not told */
  flowId: z.string(),
  /** the day of the record */
  day: z.string(),
});

export const cancelKey = (key: z.output<typeof cancelSchema>): string => JSON.stringify(key);
export function readCancelKey(text: string): z.output<typeof cancelSchema> | undefined {
  try {
    return cancelSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
