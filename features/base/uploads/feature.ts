import { defineFeature } from '#kit/contract/feature.ts';
import { uploadsContract } from './contract.ts';
import { signedUpload } from './foreign.ts';

export const uploadsFeature = defineFeature({
  name: 'uploads',
  about: 'Pictures, videos and files',
  foreign: signedUpload,
  endpoints: uploadsContract,
});
export default uploadsFeature;
