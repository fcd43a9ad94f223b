import { invalid } from '#kit/kernel/errors.ts';

export interface Inspected {
  extension: string;
  contentType: string;
}

export type Family = 'image' | 'video' | 'document';

const startsWith = (bytes: Buffer, text: string, at = 0) =>
  bytes.subarray(at, at + text.length).toString('latin1') === text;

/** What a file is by its own bytes; names and declared types of the sender are not believed. */
export function sniff(head: Buffer): (Inspected & { family: Family }) | undefined {
  if (head[0] === 0xff && head[1] === 0xd8 && head[2] === 0xff)
    return { family: 'image', extension: 'jpg', contentType: 'image/jpeg' };
  if (startsWith(head, '\x89PNG\r\n\x1a\n'))
    return { family: 'image', extension: 'png', contentType: 'image/png' };
  if (startsWith(head, 'RIFF') && startsWith(head, 'WEBP', 8))
    return { family: 'image', extension: 'webp', contentType: 'image/webp' };
  if (startsWith(head, 'GIF8')) return { family: 'image', extension: 'gif', contentType: 'image/gif' };
  if (startsWith(head, 'ftyp', 4)) return { family: 'video', extension: 'mp4', contentType: 'video/mp4' };
  if (head.subarray(0, 4).equals(Buffer.from([0x1a, 0x45, 0xdf, 0xa3])) && head.includes('webm'))
    return { family: 'video', extension: 'webm', contentType: 'video/webm' };
  if (startsWith(head, '%PDF-'))
    return { family: 'document', extension: 'pdf', contentType: 'application/pdf' };
  return undefined;
}

const maxPixels = 40_000_000;
const maxSide = 2560;

/** Decodes and encodes again: what was hidden in the file (scripts, places, broken headers) does not survive. */
export async function reencodeImage(bytes: Buffer, side = maxSide): Promise<Inspected & { bytes: Buffer }> {
  // its library of codecs is loaded with the first picture
  const { default: sharp } = await import('sharp');
  try {
    const image = sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error' })
      .rotate()
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true });
    const { hasAlpha } = await sharp(bytes, { limitInputPixels: maxPixels }).metadata();
    // WebP keeps transparency at a fraction of PNG's size, so a picture within a limit stays within it.
    return hasAlpha
      ? { bytes: await image.webp({ quality: 82 }).toBuffer(), extension: 'webp', contentType: 'image/webp' }
      : {
          bytes: await image.jpeg({ quality: 82, mozjpeg: true }).toBuffer(),
          extension: 'jpg',
          contentType: 'image/jpeg',
        };
  } catch {
    throw invalid('uploads:error.format');
  }
}
