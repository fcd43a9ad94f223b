import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import type { Services } from '#kit/server/services.ts';

const heightPx = 240;

/** An uploaded picture as a PNG for paper; undefined where there is none any more. */
export async function printableLogo(
  { storage, log }: Pick<Services, 'storage' | 'log'>,
  link: string,
): Promise<Buffer | undefined> {
  if (!link) return undefined;
  try {
    const stored = await storage.open(link.replace(/^\/files\//, ''));
    if (!stored) return undefined;
    const picture = sharp(await buffer(stored.body)).resize({ height: heightPx, withoutEnlargement: true });
    return await picture.png().toBuffer();
  } catch (error) {
    // a statement without its logo is still a statement
    log.warn({ err: error, link }, 'a logo could not be read');
    return undefined;
  }
}
