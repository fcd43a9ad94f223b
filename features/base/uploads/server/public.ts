/** For features that keep their own pictures, apart from what is served publicly. */

export type { DemoShape } from '../demo/drawings.ts';
export { reencodeImage, sniff } from './inspect.ts';
export { uploadSpace } from './limits.ts';
export { printableLogo } from './printable-logo.ts';
export { readPicture } from './read-picture.ts';
export { seedPictures } from './seed-picture.ts';
export { uploadInfo } from './upload-queries.ts';
