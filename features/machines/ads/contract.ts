import { mediaContract } from './contract/media.ts';
import { screensContract } from './contract/screens.ts';

export const adsContract = { ...mediaContract, ...screensContract };
