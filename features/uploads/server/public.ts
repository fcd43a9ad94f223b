/** For features that keep pictures of their own, apart from what is served publicly. */
export { reencodeImage, sniff } from './inspect.ts';
export { uploadInfo } from './upload-queries.ts';
