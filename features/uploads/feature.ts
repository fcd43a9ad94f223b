import { defineFeature } from '#kit/contract/feature.ts';
import { uploadsContract } from './contract.ts';

export const uploadsFeature = defineFeature({ name: 'uploads', endpoints: uploadsContract });
export default uploadsFeature;
