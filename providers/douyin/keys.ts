import { z } from 'zod';

/** What the feature keeps for us between two calls, and does not look into. */
const preparedSchema = z.object({
  token: z.string(),
  orderId: z.string(),
  /** of each code: whether it is a times card, and the uses that it had when it was prepared */
  codes: z.record(
    z.string(),
    z.object({ isCard: z.boolean(), used: z.number(), verifyIds: z.array(z.string()) }),
  ),
});
const cancelSchema = z.object({ verifyId: z.string(), certificateId: z.string(), isCard: z.boolean() });

function reading<S extends z.ZodType>(schema: S) {
  return (text: string): z.output<S> | undefined => {
    try {
      return schema.safeParse(JSON.parse(text)).data;
    } catch {
      return undefined;
    }
  };
}

export const writePrepared = (prepared: z.output<typeof preparedSchema>): string => JSON.stringify(prepared);
export const readPrepared = reading(preparedSchema);
export const cancelKey = (key: z.output<typeof cancelSchema>): string => JSON.stringify(key);
export const readCancelKey = reading(cancelSchema);
