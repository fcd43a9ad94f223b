import { fanGroupCalls } from './contract/fan-groups.ts';
import { slideCalls } from './contract/slides.ts';

export type { ShownSlide, SlideRecord } from './contract/slides.ts';
export const storefrontContract = { ...slideCalls, ...fanGroupCalls };
