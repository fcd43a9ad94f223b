import { eq } from 'drizzle-orm';
import { z } from 'zod';
import type { Clock } from '#kit/kernel/time.ts';
import type { Database, Reader } from '#kit/server/database.ts';
import { holdName } from '#kit/server/hold-names.ts';
import { installation } from '#kit/server/installation.ts';
import { openText, sealText } from '#kit/server/sealed.ts';
import type { Secrets } from '#kit/server/secrets.ts';
import { type HeldToken, heldToken, isGood, type SharedTokens } from '#providers/shared-token.ts';

const rowSchema = z.object({ sealed: z.string(), untilMs: z.number() });

/**
 * Tokens that all processes use. The row is the truth; each process remembers what it read, because a token that was
 * replaced is refused by the platform and then asked for again. Who fetches holds the name, so one process does.
 */
export function createSharedTokens({
  db,
  secrets,
  clock,
}: {
  db: Database;
  secrets: Secrets;
  clock: Clock;
}): SharedTokens {
  const read = new Map<string, HeldToken>();
  const nowMs = () => clock.now().getTime();
  const purpose = (name: string) => `platform token ${name}`;

  async function stored(reader: Reader, name: string): Promise<HeldToken | undefined> {
    const [row] = await reader
      .select()
      .from(installation)
      .where(eq(installation.name, purpose(name)));
    const known = rowSchema.safeParse(row?.value);
    if (!known.success) return undefined;
    return { value: openText(secrets, known.data.sealed, purpose(name)), untilMs: known.data.untilMs };
  }

  return {
    async get(name, fetch, over) {
      const known = read.get(name);
      if (isGood(known, nowMs(), over)) return known.value;
      const other = await stored(db.read, name);
      if (isGood(other, nowMs(), over)) {
        read.set(name, other);
        return other.value;
      }
      return db.transaction(async (tx) => {
        await holdName(tx, 'platform token', name);
        const newer = await stored(tx, name);
        const token = isGood(newer, nowMs(), over) ? newer : heldToken(await fetch(), nowMs());
        const value = { sealed: sealText(secrets, token.value, purpose(name)), untilMs: token.untilMs };
        await tx
          .insert(installation)
          .values({ name: purpose(name), value })
          .onConflictDoUpdate({ target: installation.name, set: { value } });
        read.set(name, token);
        return token.value;
      });
    },
  };
}
