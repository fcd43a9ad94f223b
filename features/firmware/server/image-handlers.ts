import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { and, count, desc, eq, isNull, type SQL } from 'drizzle-orm';
import { listDevices } from '#features/devices/server/public.ts';
import { conflict, invalid, missing } from '#kit/kernel/errors.ts';
import { newId } from '#kit/kernel/ids.ts';
import { audit } from '#kit/server/audit.ts';
import type { Handlers } from '#kit/server/context.ts';
import { sqlStateOf } from '#kit/server/database.ts';
import { selectPage } from '#kit/server/paging.ts';
import type { firmwareContract } from '../contract.ts';
import { firmwareImages } from '../tables.ts';

type Part = Pick<Handlers<typeof firmwareContract>, 'listImages' | 'publishImage' | 'withdrawImage'>;

const maxImageBytes = 256 * 1024 * 1024;
const uniqueViolation = '23505';

/** 1.10.0 is newer than 1.9.3. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [a.split('.').map(Number), b.split('.').map(Number)];
  for (let index = 0; index < 3; index++) {
    const difference = (left[index] ?? 0) - (right[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** What the store keeps, and what a device later checks its download against. */
async function* measured(body: Readable, result: { sha256: string; sizeBytes: number }) {
  const hash = createHash('sha256');
  for await (const chunk of body as AsyncIterable<Buffer>) {
    hash.update(chunk);
    result.sizeBytes += chunk.length;
    yield chunk;
  }
  result.sha256 = hash.digest('hex');
}

export const imageHandlers: Part = {
  async listImages({ db, session }, input) {
    const conditions: (SQL | undefined)[] = [
      input.target && eq(firmwareImages.target, input.target),
      input.type && eq(firmwareImages.type, input.type),
      // who can not publish has no use for what was taken back
      session.realm === 'platform' ? undefined : isNull(firmwareImages.withdrawnAt),
    ];
    const devices = session.realm === 'merchant' ? await listDevices(db.read, session.scope) : [];
    return selectPage(
      input,
      async ({ limit, offset }) => {
        const found = await db.read
          .select()
          .from(firmwareImages)
          .where(and(...conditions))
          .orderBy(desc(firmwareImages.createdAt), desc(firmwareImages.id))
          .limit(limit)
          .offset(offset);
        return found.map(({ createdAt, withdrawnAt, ...image }) => ({
          ...image,
          publishedAt: createdAt.toISOString(),
          withdrawn: withdrawnAt !== null,
          deviceNumber: devices.filter(
            (device) => device.type === image.type && device[image.target] === image.version,
          ).length,
        }));
      },
      async () =>
        (
          await db.read
            .select({ total: count() })
            .from(firmwareImages)
            .where(and(...conditions))
        )[0]?.total ?? 0,
    );
  },

  async publishImage(context, input) {
    const { db, services, request } = context;
    if (!request.isMultipart()) throw invalid('firmware:error.noFile');
    const part = await request.file({ limits: { fileSize: maxImageBytes }, throwFileSizeLimit: false });
    if (!part) throw invalid('firmware:error.noFile');
    const id = newId();
    const storageKey = `firmware/${id}`;
    const facts = { sha256: '', sizeBytes: 0 };
    await services.storage.put(storageKey, Readable.from(measured(part.file, facts)), {
      contentType: 'application/octet-stream',
    });
    try {
      if (part.file.truncated) throw invalid('firmware:error.tooLarge');
      if (facts.sizeBytes === 0) throw invalid('firmware:error.noFile');
      await db.transaction(async (tx) => {
        await tx.insert(firmwareImages).values({ id, storageKey, ...input, ...facts });
        await audit(tx, context, {
          action: 'firmware.publish',
          entity: 'firmware',
          entityId: id,
          label: `${input.type} ${input.version}`,
          after: { ...input, ...facts },
        });
      });
    } catch (error) {
      await services.storage.remove(storageKey);
      if (sqlStateOf(error) === uniqueViolation)
        throw conflict('firmware:error.versionExists', { version: input.version });
      throw error;
    }
    return { id, ...facts };
  },

  async withdrawImage(context, { id }) {
    await context.db.transaction(async (tx) => {
      const [image] = await tx
        .update(firmwareImages)
        .set({ withdrawnAt: context.clock.now() })
        .where(and(eq(firmwareImages.id, id), isNull(firmwareImages.withdrawnAt)))
        .returning();
      if (!image) throw missing();
      await audit(tx, context, {
        action: 'firmware.withdraw',
        entity: 'firmware',
        entityId: id,
        label: `${image.type} ${image.version}`,
      });
    });
    return {};
  },
};
