import { invalid } from '#kit/kernel/errors.ts';
import { fitWithin, sizeText, smallerSide } from './image-size.ts';

const quality = 0.6;
const maxSidePx = 1920;
const minSidePx = 200;

/** The browser's codecs decide what it can read; what it can not read is no picture to us either. */
async function decode(file: Blob): Promise<ImageBitmap> {
  try {
    return await createImageBitmap(file, { imageOrientation: 'from-image' });
  } catch {
    throw invalid('kit:ui.notAPicture');
  }
}

function encode(picture: ImageBitmap, sidePx: number): Promise<Blob> {
  const size = fitWithin(picture, sidePx);
  const canvas = document.createElement('canvas');
  canvas.width = size.width;
  canvas.height = size.height;
  canvas.getContext('2d')?.drawImage(picture, 0, 0, size.width, size.height);
  return new Promise((resolve, reject) => {
    const take = (fallback: () => void) => (blob: Blob | null) => (blob ? resolve(blob) : fallback());
    canvas.toBlob(
      // Browsers without a WebP encoder answer PNG, which is no compression: JPEG then.
      (blob) =>
        blob?.type === 'image/webp'
          ? resolve(blob)
          : canvas.toBlob(
              take(() => reject(invalid('kit:ui.notAPicture'))),
              'image/jpeg',
              quality,
            ),
      'image/webp',
      quality,
    );
  });
}

/** Shrinks a picture before it travels: quality 0.6, and smaller until it fits `maxBytes` where one is given. */
export async function compressPicture(file: File, maxBytes?: number): Promise<File> {
  const picture = await decode(file);
  try {
    let sidePx = Math.min(maxSidePx, Math.max(picture.width, picture.height));
    let blob = await encode(picture, sidePx);
    while (maxBytes !== undefined && blob.size > maxBytes && sidePx > minSidePx) {
      sidePx = smallerSide(sidePx, blob.size, maxBytes);
      blob = await encode(picture, sidePx);
    }
    if (maxBytes !== undefined && blob.size > maxBytes)
      throw invalid('kit:ui.pictureTooBig', { max: sizeText(maxBytes) });
    const extension = blob.type === 'image/webp' ? 'webp' : 'jpg';
    return new File([blob], `${file.name.replace(/\.\w+$/, '') || 'picture'}.${extension}`, {
      type: blob.type,
    });
  } finally {
    picture.close();
  }
}
