import sharp from 'sharp';
import type { Tx } from '#kit/server/database.ts';
import { demoId } from '#kit/server/demo.ts';
import { tenantScope } from '#kit/server/scope.ts';
import type { Services } from '#kit/server/services.ts';
import { insert } from '#kit/server/tables.ts';
import { type DemoShape, drawDemoPicture } from '../demo/drawings.ts';
import { uploads } from '../tables.ts';

const contentType = 'image/webp';
const month = '202601';

/** Files are only given out by names of the form that uploads get: four letters and thirteen digits. */
const digitsOf = (name: string) =>
  String(BigInt(`0x${demoId(name).replaceAll('-', '')}`) % 10n ** 13n).padStart(13, '0');

/** Pictures of demo goods as if their owner had uploaded them; answers their addresses in the order asked. */
export async function seedPictures(
  tx: Tx,
  { storage }: Pick<Services, 'storage'>,
  owner: { tenantId: string; userId: string },
  wanted: readonly ({ name: string } & ({ shape: DemoShape } | { svg: string }))[],
): Promise<string[]> {
  const files = await Promise.all(
    wanted.map(async ({ name, ...drawn }, index) => {
      const svg = 'svg' in drawn ? drawn.svg : drawDemoPicture(drawn.shape, index);
      const bytes = await sharp(Buffer.from(svg)).webp({ quality: 80 }).toBuffer();
      const key = `${owner.tenantId}/${month}/demo${digitsOf(`picture:${owner.tenantId}:${name}`)}.webp`;
      await storage.put(key, bytes, { contentType, sizeBytes: bytes.length });
      return { key, sizeBytes: bytes.length, originalName: `${name}.webp` };
    }),
  );
  await insert(
    tx,
    tenantScope(owner.tenantId),
    uploads,
    files.map((file) => ({ ...file, purpose: 'picture', contentType, createdBy: owner.userId })),
  );
  return files.map(({ key }) => `/files/${key}`);
}
