import sharp from 'sharp';
import type { PhotoKind } from '../fields.ts';

const tints: Record<PhotoKind, string> = {
  idFront: '#dfe9f5',
  idBack: '#e9e3f3',
  idHandheld: '#e3f1e6',
  licence: '#f6eeda',
  storeFront: '#f8e4dc',
  storeInside: '#e1eef0',
};

/** A card that says 示例, drawn stroke by stroke: fonts differ from machine to machine. */
export const drawnCard = (kind: PhotoKind): Promise<Buffer> =>
  sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="480" height="300" viewBox="0 0 480 300">
<rect width="480" height="300" fill="${tints[kind]}"/>
<rect x="330" y="60" width="110" height="140" rx="8" fill="#fff" stroke="#8a97a8" stroke-width="3"/>
<circle cx="385" cy="110" r="24" fill="#c3ccd8"/><path d="M345 190a40 40 0 0 1 80 0" fill="#c3ccd8"/>
<path d="M40 235h250M40 260h170" stroke="#b4bfcc" stroke-width="10" stroke-linecap="round"/>
<g fill="none" stroke="#4a5a70" stroke-width="9" stroke-linecap="round">
<path d="M70 70h60M60 92h80M100 92v58M78 108l-14 22M122 108l14 22"/>
<path d="M188 62l-16 36M180 84v66M196 70h34M212 70l-13 32M206 90h22M228 90l-26 60M208 102l9 11M244 74v52M262 62v88"/>
</g></svg>`),
  )
    .jpeg({ quality: 70 })
    .toBuffer();
