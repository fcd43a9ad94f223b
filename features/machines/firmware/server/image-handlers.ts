import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { and, eq, isNull } from 'drizzle-orm';
import { invalid, missing } from '#kit/kernel/errors.ts';
import { newId } from '#kit/kernel/ids.ts';
import { audit } from '#kit/server/audit.ts';
import { refusingTaken } from '#kit/server/change.ts';
import type { Handlers } from '#kit/server/context.ts';
import { emit, everyoneTopic } from '#kit/server/outbox.ts';
import { mapPage } from '#kit/server/page-rows.ts';
import { type firmwareContract, imagesChanged, revisionsOf } from '../contract.ts';
import { firmwareImages } from '../tables.ts';
import { countRunning, pageImages, runningKey } from './image-queries.ts';

const maxImageBytes = 256 * 1024 * 1024;
const taken = { firmware_image_version: { key: 'firmware:error.versionExists' } };

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

export const imageHandlers: Handlers<
  Pick<typeof firmwareContract, 'listImages' | 'publishImage' | 'withdrawImage'>
> = {
  async listImages({ db, session }, input) {
    const page = await pageImages(db.read, input, session.realm === 'platform');
    const running =
      session.realm === 'merchant' ? await countRunning(db.read, session.scope, page.records) : undefined;
    return mapPage(page, ({ createdAt, withdrawnAt, makerSignature, hardware, ...image }) => ({
      ...image,
      hardware: hardware.join(', '),
      signed: makerSignature !== null,
      publishedAt: createdAt,
      state: withdrawnAt === null ? ('available' as const) : ('withdrawn' as const),
      deviceNumber: running?.get(runningKey(image)) ?? 0,
    }));
  },

  async publishImage(context, input) {
    const { db, services, request } = context;
    if (!request.isMultipart()) throw invalid('firmware:error.noFile');
    const part = await request.file({ limits: { fileSize: maxImageBytes }, throwFileSizeLimit: false });
    if (!part) throw invalid('firmware:error.noFile');
    const id = newId();
    const storageKey = `firmware/${id}`;
    const facts = { sha256: '', sizeBytes: 0 };
    const made = { ...input, hardware: revisionsOf(input.hardware) };
    await services.storage.put(storageKey, Readable.from(measured(part.file, facts)), {
      contentType: 'application/octet-stream',
    });
    try {
      if (part.file.truncated) throw invalid('firmware:error.tooLarge');
      if (facts.sizeBytes === 0) throw invalid('firmware:error.noFile');
      await db.transaction(async (tx) => {
        await refusingTaken(taken, { version: input.version }, () =>
          tx.insert(firmwareImages).values({ id, storageKey, ...made, ...facts }),
        );
        await audit(tx, context, {
          action: 'firmware.publish',
          entity: 'firmware',
          entityId: id,
          label: `${input.type} ${input.version}`,
          after: { ...made, ...facts },
        });
        await emit(tx, everyoneTopic, imagesChanged);
      });
    } catch (error) {
      await services.storage.remove(storageKey);
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
      await emit(tx, everyoneTopic, imagesChanged);
    });
  },
};
