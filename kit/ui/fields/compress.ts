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

const probeSidePx = 64;

/** A small copy tells whether anything shines through; only then is JPEG out of the question. */
function isSeeThrough(picture: ImageBitmap): boolean {
  const size = fitWithin(picture, probeSidePx);
  const canvas = new OffscreenCanvas(size.width, size.height);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) return false;
  context.drawImage(picture, 0, 0, size.width, size.height);
  const { data } = context.getImageData(0, 0, size.width, size.height);
  for (let at = 3; at < data.length; at += 4) if ((data[at] as number) < 250) return true;
  return false;
}

function encode(picture: ImageBitmap, sidePx: number, type: string): Promise<Blob> {
  const size = fitWithin(picture, sidePx);
  const canvas = document.createElement('canvas');
  canvas.width = size.width;
  canvas.height = size.height;
  canvas.getContext('2d')?.drawImage(picture, 0, 0, size.width, size.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(invalid('kit:ui.notAPicture'))), type, quality);
  });
}

/** Shrinks a picture before it travels: quality 0.6, and smaller until it fits `maxBytes` where one is given. */
export async function compressPicture(file: File, maxBytes?: number): Promise<File> {
  const picture = await decode(file);
  try {
    let sidePx = Math.min(maxSidePx, Math.max(picture.width, picture.height));
    const type = isSeeThrough(picture) ? 'image/webp' : 'image/jpeg';
    let blob = await encode(picture, sidePx, type);
    while (maxBytes !== undefined && blob.size > maxBytes && sidePx > minSidePx) {
      sidePx = smallerSide(sidePx, blob.size, maxBytes);
      blob = await encode(picture, sidePx, type);
    }
    if (maxBytes !== undefined && blob.size > maxBytes)
      throw invalid('kit:ui.pictureTooBig', { max: sizeText(maxBytes) });
    // A browser that can not write WebP answers PNG, which keeps the transparency too.
    const extension = blob.type === 'image/jpeg' ? 'jpg' : blob.type.replace('image/', '');
    return new File([blob], `${file.name.replace(/\.\w+$/, '') || 'picture'}.${extension}`, {
      type: blob.type,
    });
  } finally {
    picture.close();
  }
}
